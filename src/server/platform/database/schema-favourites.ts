// The table of saved cars (0027_favourites.sql).
export interface FavouritesTable {
  user_id: string;
  car_id: string;
  saved_price_cents: number;
  told_price_cents: number;
  created_at: string;
}

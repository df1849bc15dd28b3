// The limit on additional drivers (product.md), in a file of its own because public pages load it.
export const MAX_ADDITIONAL_DRIVERS = 3;

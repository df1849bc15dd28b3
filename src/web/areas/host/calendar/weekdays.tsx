// The head of a month in a grid: the days of the week.
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function Weekdays() {
  return (
    <div role="row" className="grid grid-cols-7 pb-1 text-center text-xs text-muted-foreground">
      {WEEKDAYS.map((name) => (
        <span key={name} role="columnheader" className="md:px-3.5 md:text-left">
          {name.slice(0, 2)}
          <span className="sr-only">{name.slice(2)}</span>
        </span>
      ))}
    </div>
  );
}

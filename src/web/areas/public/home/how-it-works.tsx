// The three steps to a car.

const STEPS = [
  {
    title: "Search and choose",
    text: "Pick an island, your dates and a car.",
  },
  { title: "Book securely", text: "Pay by card. You're not charged until the host approves." },
  { title: "Hit the road", text: "Meet your host, grab the keys, and keep left." },
];

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="bg-surface-2 py-(--section)">
      <div className="page-wrap">
        <h2 id="how" className="text-3xl leading-[1.1] tracking-display">
          How it works
        </h2>
        <ol className="steps mt-12">
          {STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <span aria-hidden="true" className="step-number">
                {index + 1}
              </span>
              <h3 className="mb-[.3rem] text-xl">{title}</h3>
              <p className="text-muted-foreground">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

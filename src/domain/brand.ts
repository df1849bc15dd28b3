// The product's name, in its one place. The drawn logo (web/ui/logo.tsx) and the manifest in public/ carry it as pictures and data.

export const PRODUCT_NAME = "Caydrive";

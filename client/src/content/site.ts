/**
 * External URLs and contacts. They belong to the organisation that runs Portico, so they are set at build time: `VITE_IMPACT_URL`,
 * `VITE_DONATE_URL`, `VITE_CONTACT_EMAIL` and `VITE_CONTACT_PHONE`. The first two default to the section of the About page with that id;
 * the links are always shown (shared/spec/product.md#top-bar). Without an e-mail address the privacy policy names people to talk to;
 * without a telephone number, some agencies are named.
 */
export const site = {
  impactUrl: addressOf(import.meta.env.VITE_IMPACT_URL) ?? '/about#impact',
  donateUrl: addressOf(import.meta.env.VITE_DONATE_URL) ?? '/about#donate',
  contactEmail: emailOf(import.meta.env.VITE_CONTACT_EMAIL),
  /** A + and digits. */
  contactPhone: phoneOf(import.meta.env.VITE_CONTACT_PHONE),
} as const

/** Accepts only absolute http and https URLs. */
function addressOf(setting: unknown): string | undefined {
  return typeof setting === 'string' && /^https?:\/\//.test(setting) ? setting : undefined
}

function phoneOf(setting: unknown): string | undefined {
  return typeof setting === 'string' && /^\+\d{7,15}$/.test(setting) ? setting : undefined
}

function emailOf(setting: unknown): string | undefined {
  return typeof setting === 'string' && /^[^\s@]+@[^\s@]+$/.test(setting) ? setting : undefined
}

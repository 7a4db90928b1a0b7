/**
 * Addresses outside Portico that its pages lead to. They belong to the organisation that runs it, so they are settings of the
 * build: `VITE_IMPACT_URL`, `VITE_DONATE_URL`, `VITE_CONTACT_EMAIL` and `VITE_CONTACT_PHONE`. Without one of the first two the link leads to the section
 * of the About page that speaks of it, which must carry that id; the links themselves are always there (shared/spec/product.md#top-bar). Without an e-mail address the privacy policy names the people whom one can talk to; without a telephone number, some agencies are named.
 */
export const site = {
  impactUrl: addressOf(import.meta.env.VITE_IMPACT_URL) ?? '/about#impact',
  donateUrl: addressOf(import.meta.env.VITE_DONATE_URL) ?? '/about#donate',
  contactEmail: emailOf(import.meta.env.VITE_CONTACT_EMAIL),
  /** A + and digits. */
  contactPhone: phoneOf(import.meta.env.VITE_CONTACT_PHONE),
} as const

/** Only a full address of the web counts; anything else would lead nowhere. */
function addressOf(setting: unknown): string | undefined {
  return typeof setting === 'string' && /^https?:\/\//.test(setting) ? setting : undefined
}

function phoneOf(setting: unknown): string | undefined {
  return typeof setting === 'string' && /^\+\d{7,15}$/.test(setting) ? setting : undefined
}

function emailOf(setting: unknown): string | undefined {
  return typeof setting === 'string' && /^[^\s@]+@[^\s@]+$/.test(setting) ? setting : undefined
}

/**
 * Addresses outside Portico that its top bar and footer lead to. They belong to the organisation that runs it, so they are
 * settings of the build: `VITE_IMPACT_URL` and `VITE_DONATE_URL`. Without one the link leads to the section of the About
 * page that speaks of it, which must carry that id; the links themselves are always there (product.md section 2, Navigation).
 */
export const site = {
  impactUrl: addressOf(import.meta.env.VITE_IMPACT_URL) ?? '/about#impact',
  donateUrl: addressOf(import.meta.env.VITE_DONATE_URL) ?? '/about#donate',
} as const

/** Only a full address of the web counts; anything else would lead nowhere. */
function addressOf(setting: unknown): string | undefined {
  return typeof setting === 'string' && /^https?:\/\//.test(setting) ? setting : undefined
}

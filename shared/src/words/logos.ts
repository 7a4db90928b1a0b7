/** Logo keys (shared/spec/product.md#logos); `portico` is the default product logo. */
export const logoKeys = ['portico', 'cet', 'ossj', 'svcf'] as const
export type LogoKey = (typeof logoKeys)[number]

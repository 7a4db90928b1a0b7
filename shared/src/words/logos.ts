/** Logo keys (product.md section 1); `portico` is the default product logo. */
export const logoKeys = ['portico', 'cet', 'ossj', 'svcf'] as const
export type LogoKey = (typeof logoKeys)[number]

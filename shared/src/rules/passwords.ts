/** The password of the seed accounts. It stands in the documentation: nobody may have it anywhere else. */
export const seedPassword = 'portico-seed'

/**
 * Names of forms and agencies that this program's questions and pages use. They stay unchanged in every language, because people look for
 * them on paper (shared/spec/questionnaire-files.md#translations).
 */
export const legalTerms = ['N-400', 'N-648', 'I-912', 'USCIS', 'EOIR'] as const

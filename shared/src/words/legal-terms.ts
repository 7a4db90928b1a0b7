/**
 * Names of forms and agencies as this program's own questions and pages use them: they stay as they are in every language, because people
 * look for them on paper (shared/spec/questionnaire-files.md#translations).
 */
export const legalTerms = ['N-400', 'N-648', 'I-912', 'USCIS', 'EOIR'] as const

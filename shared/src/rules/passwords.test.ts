import { describe, expect, it } from 'vitest'
import { passwordFault, seedPassword } from './passwords.ts'

const facts = {
  common: new Set(['password', 'sunshine', 'trustno1', 'admin']),
  known: ['Ana Reyes', 'ana.reyes-1984@example.org'],
}

describe('passwordFault', () => {
  it.each([
    ['spaces', '        ', 'not only spaces'],
    ['one repeated character', 'aaaaaaaa', 'repeat'],
    ['two repeated characters', 'abababab', 'repeat'],
    ['three repeated characters, cut off', 'xyzxyzxy', 'repeat'],
    ['four repeated characters', '19841984', 'repeat'],
    ['a common password twice', 'sunshinesunshine', 'repeat'],
    ['digits in a row', '12345678', 'row'],
    ['digits in a row, from 9 to 0', '4567890123', 'row'],
    ['digits backwards', '87654321', 'row'],
    ['letters in a row', 'cdefghij', 'row'],
    ['keys in a row', 'QwertyUiop', 'row'],
    ['keys backwards', 'lkjhgfds', 'row'],
    ['a common password', 'trustno1', 'most common'],
    ['a common password, in capitals and with spaces around', '  SunShine ', 'most common'],
    ['the name', 'ana reyes', 'not your name'],
    ['the name in one word', 'AnaReyes', 'not your name'],
    ['the e-mail address', 'Ana.Reyes-1984@example.org', 'not your name'],
    ['the e-mail address before its @', 'ana.reyes-1984', 'not your name'],
    ['the name with other separators', 'ana.reyes!', 'not your name'],
    ['a common password with punctuation', 'TrustNo1!', 'most common'],
    ['a common one in full-width letters', 'ｐａｓｓｗｏｒｄ', 'most common'],
    ['a common password with an invisible character', 'pass\u200Bword', 'most common'],
    ['the password of the seed accounts', seedPassword, 'everybody knows'],
    ['the password of the seed accounts in one word', 'porticoseed', 'everybody knows'],
    ['the password of the seed accounts in two words', 'Portico Seed', 'everybody knows'],
    ['the password of the seed accounts with a digit', 'portico-seed1', 'everybody knows'],
    ['the password of the seed accounts with a number', 'portico-seed-2026!', 'everybody knows'],
    ['the password of the seed accounts with substitutions', 'P0rt1co $33d', 'everybody knows'],
    ['a common password with substitutions', 'P@ssw0rd!', 'most common'],
    ['a common password with substitutions and digits', 'P@$$w0rd 2026', 'most common'],
    ['a common password with digits', 'admin123', 'most common'],
    ['an obvious word', 'Admin1strator', 'most common'],
    ['the name with digits', 'Ana.Reyes1984', 'not your name'],
    ['the name with substitutions', '@na R3yes', 'not your name'],
  ])('rejects %s', (_name, password, message) => {
    expect(passwordFault(password, facts)).toContain(message)
  })

  it.each([
    'correct horse battery',
    'sunshine over the bay',
    'Ana Reyes was here',
    'portico-seed-lings-2',
    '1 purple tiger, 3 pianos & 20 spoons',
    'P@ssw0rd of the grandmother',
    'administrators rest on sunday 2026',
    '4815162342',
    '+1-408-555-0123',
    '84kf02jd',
    'abcabcabd',
    'пароль для ады',
    'aaaaaaab',
  ])('accepts %s', (password) => {
    expect(passwordFault(password, facts)).toBeUndefined()
  })
})

import { decodeCharacters } from '../../cell-text.ts'
import { brackets, constant, ownColumn, sheet } from './quotations.ts'

/**
 * Functions that only calculate from their arguments and the cells of the workbook. A list of what is allowed, because spreadsheet programs
 * keep gaining functions that fetch or send something (`WEBSERVICE`, `IMAGE`, `IMPORTDATA`, …). `INDIRECT` is absent because LibreOffice
 * opens other files with it, `HYPERLINK` because an address may be composed of answers, `MAP` and others because they call any function that
 * they are given.
 */
const calculations = new Set(
  `ABS ACCRINT ACOS ACOSH ADDRESS AGGREGATE AND ANCHORARRAY ARABIC AREAS ARRAYTOTEXT ASC ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE AVERAGEA
  AVERAGEIF AVERAGEIFS BASE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR CEILING CEILING.MATH CELL CHAR CHOOSE CHOOSECOLS CHOOSEROWS
  CLEAN CODE COLUMN COLUMNS COMBIN COMBINA CONCAT CONCATENATE CONFIDENCE.NORM CONVERT CORREL COS COSH COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS
  COVARIANCE.P COVARIANCE.S DATE DATEDIF DATEVALUE DAVERAGE DAY DAYS DAYS360 DCOUNT DCOUNTA DECIMAL DEGREES DEVSQ DGET DMAX DMIN DOLLAR DPRODUCT
  DROP DSUM EDATE EOMONTH ERROR.TYPE EVEN EXACT EXP EXPAND FACT FALSE FILTER FIND FINDB FIXED FLOOR FLOOR.MATH FORECAST FORECAST.LINEAR
  FORMULATEXT FREQUENCY GCD GEOMEAN GETPIVOTDATA GROWTH HARMEAN HLOOKUP HOUR HSTACK IF IFERROR IFNA IFS INDEX INT INTERCEPT ISBLANK ISERR
  ISERROR ISEVEN ISFORMULA ISLOGICAL ISNA ISNONTEXT ISNUMBER ISO.CEILING ISODD ISOWEEKNUM ISREF ISTEXT LARGE LCM LEFT LEFTB LEN LENB LET
  LINEST LN LOG LOG10 LOGEST LOOKUP LOWER MATCH MAX MAXA MAXIFS MEDIAN MID MIDB MIN MINA MINIFS MINUTE MMULT MOD MODE MODE.MULT
  MODE.SNGL MONTH MROUND N NA NETWORKDAYS NETWORKDAYS.INTL NORM.DIST NORM.INV NOT NOW NUMBERVALUE ODD OFFSET OR PERCENTILE PERCENTILE.EXC
  PERCENTILE.INC PERCENTOF PERCENTRANK PERCENTRANK.INC PERMUT PHONETIC PI POWER PRODUCT PROPER QUARTILE QUARTILE.EXC QUARTILE.INC QUOTIENT
  RADIANS RAND RANDARRAY RANDBETWEEN RANK RANK.AVG RANK.EQ REGEXEXTRACT REGEXREPLACE REGEXTEST REPLACE REPLACEB REPT RIGHT RIGHTB ROMAN
  ROUND ROUNDDOWN ROUNDUP ROW ROWS RSQ SEARCH SEARCHB SECOND SEQUENCE SHEET SHEETS SIGN SIN SINGLE SINH SKEW SLOPE SMALL SORT SORTBY SQRT
  STANDARDIZE STDEV STDEV.P STDEV.S STDEVA STDEVP STEYX SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SWITCH T TAKE TAN TANH TEXT
  TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TIME TIMEVALUE TOCOL TODAY TOROW TRANSPOSE TREND TRIM TRIMMEAN TRIMRANGE TRUE TRUNC TYPE UNICHAR UNICODE
  UNIQUE UPPER VALUE VALUETOTEXT VAR VAR.P VAR.S VARA VARP VLOOKUP VSTACK WEEKDAY WEEKNUM WORKDAY WORKDAY.INTL WRAPCOLS WRAPROWS XLOOKUP XMATCH
  XOR YEAR YEARFRAC`.split(/\s+/),
)

/** The most characters that programs accept. */
const maxLength = 8_192
// Elsewhere, `[` begins another file and `|` another program; a quotation mark without its other end cannot be read with certainty. Everything
// that follows is matched with it: beginning a search at every such character would take time that is quadratic in the formula's length.
const rest = String.raw`(?<outside>["'[\]|].*)`
const quotation = new RegExp(`${constant}|${sheet}|(?<=[\\p{L}\\p{N}_.])${brackets}|${ownColumn}|${rest}`, 'gsu')
const call = /(?<![\p{L}\p{N}_.\\])([\p{L}\p{N}_.\\]+)\s*\(/gu

/**
 * Whether a formula could reach outside its workbook: references to other files, links to other programs (`program|topic!item`), and
 * functions that are not known to calculate only. What cannot be read with certainty counts as reaching outside.
 */
export function reachesOutside(formula: string): boolean {
  if (formula.length > maxLength) return true
  // Some programs decode escapes such as `_x0028_` in formulas, others do not.
  return couldReachOutside(formula) || couldReachOutside(decodeCharacters(formula))
}

function couldReachOutside(formula: string): boolean {
  const unquoted = formula.replaceAll(quotation, (_match: string, outside?: string) => (outside === undefined ? '' : '|'))
  // `_xleta.` names a function to be called.
  if (/\||\)\s*\(|_xleta\./i.test(unquoted)) return true
  return [...unquoted.matchAll(call)].some(([, name = '']) => !calculations.has(name.toUpperCase().replace(/^(_XLFN\.|_XLWS\.)+/, '')))
}

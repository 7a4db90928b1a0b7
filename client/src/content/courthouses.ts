/** A court on the resources page. Null fields are unknown and not shown. */
export interface Courthouse {
  readonly id: string
  readonly title: string
  readonly address: string
  /** With the country code: +14088822100. */
  readonly phone: string | null
  readonly hours: string | null
  readonly note: string
  /** False if the entry rests on partial evidence, which the page points out. */
  readonly verified: boolean
}

/** The website of the Superior Court of Santa Clara County, with details and changes. */
export const courtWebsite = 'https://santaclara.courts.ca.gov'

/** Courts that keep records, from public sources read in November 2026. Hours change: check each before a release. */
export const courthouses: readonly Courthouse[] = [
  {
    id: 'hall-of-justice',
    title: 'Hall of Justice (criminal cases)',
    address: '190 West Hedding Street, San Jose, CA 95110',
    phone: null,
    hours: 'Clerk’s office: Monday–Thursday 8:30 a.m.–3:00 p.m., Friday 8:30 a.m.–12:00 noon',
    note: 'Adult felony and misdemeanor cases. Usually the first place to ask for arrest and conviction records.',
    verified: true,
  },
  {
    id: 'downtown-superior-court',
    title: 'Downtown Superior Court (civil)',
    address: '191 North First Street, San Jose, CA 95113',
    phone: '+14088822100',
    hours: 'Clerk’s office: Monday–Thursday 8:30 a.m.–3:00 p.m., Friday 8:30 a.m.–12:00 noon',
    note: 'Civil, probate and small claims.',
    verified: true,
  },
  {
    id: 'family-justice-center',
    title: 'Family Justice Center Courthouse',
    address: '201 North First Street, San Jose, CA 95113',
    phone: null,
    hours: 'Clerk’s office: Monday–Thursday 8:30 a.m.–3:00 p.m., Friday 8:30 a.m.–12:00 noon',
    note: 'Divorce, custody, restraining orders; also Drug Court.',
    verified: true,
  },
  {
    id: 'palo-alto',
    title: 'Palo Alto Courthouse',
    address: '270 Grant Avenue, Palo Alto, CA 94306',
    phone: '+16504623800',
    hours: null,
    note: 'Criminal cases from the north of the county.',
    verified: true,
  },
  {
    id: 'south-county',
    title: 'South County Courthouse (Morgan Hill)',
    address: '301 Diana Avenue, Morgan Hill, CA 95037',
    phone: null,
    hours: null,
    note: 'Criminal cases from the south of the county. Traffic, civil, small claims and family cases were moved away between 2014 and 2016.',
    verified: true,
  },
  {
    id: 'old-courthouse',
    title: 'Old Courthouse',
    address: '161 North First Street, San Jose, CA 95113',
    phone: '+14088822100',
    hours: null,
    note: 'Civil and probate hearings; mail goes to 191 North First Street.',
    verified: true,
  },
  {
    id: 'santa-clara',
    title: 'Santa Clara Courthouse',
    address: '1095 Homestead Road, Santa Clara, CA 95050',
    phone: null,
    hours: null,
    note: 'Confirm that this building still takes record requests before you go.',
    verified: false,
  },
  {
    id: 'juvenile-justice',
    title: 'Juvenile Justice Court',
    address: '840 Guadalupe Parkway, San Jose, CA',
    phone: null,
    hours: null,
    note: 'Juvenile records are confidential; the person named in them has to ask, often with a lawyer’s help.',
    verified: false,
  },
]

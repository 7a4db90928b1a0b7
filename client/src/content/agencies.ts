/** What could not be confirmed about an entry and readers should ask about first. */
export type ToConfirm = 'services' | 'office' | 'phone' | 'website'

/** An agency on the resources page. Null fields are unknown and not shown. */
export interface Agency {
  readonly id: string
  readonly agencyName: string
  readonly address: {
    readonly line1: string | null
    readonly line2: string | null
    readonly city: string | null
    readonly state: string | null
    readonly zip: string | null
  }
  readonly websiteLink: string | null
  /** With the country code: +14084533003. */
  readonly phoneNumber: string | null
  readonly extraDetails: string
  /** False if the entry rests on partial evidence, which the page points out. */
  readonly verified: boolean
  readonly toConfirm: readonly ToConfirm[]
}

/** 18 free or low-cost legal agencies in Santa Clara County, from public sources read in November 2026. Telephone each before a release. */
export const agencies: readonly Agency[] = [
  {
    id: 'siren',
    agencyName: 'SIREN (Services, Immigrant Rights and Education Network)',
    address: { line1: '1769 Park Avenue', line2: 'Suite 200', city: 'San Jose', state: 'CA', zip: '95126' },
    websiteLink: 'https://www.sirenimmigrantrights.org',
    phoneNumber: '+14084533003',
    extraDetails:
      'Recognized by the Department of Justice for immigration legal help. Serves low-income immigrants and refugees. Moved here from Koll Circle.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'catholic-charities-scc',
    agencyName: 'Catholic Charities of Santa Clara County, Immigration Legal Services',
    address: { line1: '2625 Zanker Road', line2: 'Suite 201', city: 'San Jose', state: 'CA', zip: '95134' },
    websiteLink: 'https://www.catholiccharitiesscc.org',
    phoneNumber: '+14084680100',
    extraDetails:
      'Recognized by the Department of Justice for immigration legal help. There is also an office in Gilroy: 7415 Eigleberry Street, Suite 103, Gilroy, CA 95020, (408) 842-4808.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'asian-law-alliance',
    agencyName: 'Asian Law Alliance',
    address: { line1: '991 West Hedding Street', line2: 'Suite 202', city: 'San Jose', state: 'CA', zip: '95126' },
    websiteLink: 'https://asianlawalliance.org/',
    phoneNumber: '+14082879710',
    extraDetails:
      'Legal help for low-income county residents, including immigration and naturalization, in several Asian languages and Spanish.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'cet-icp',
    agencyName: 'Center for Employment Training (CET), Immigration and Citizenship Program',
    address: { line1: '701 Vine Street', line2: 'Suite 115', city: 'San Jose', state: 'CA', zip: '95110' },
    websiteLink: 'https://www.e-immigrate.info/',
    phoneNumber: '+14085345451',
    extraDetails:
      'Recognized by the Department of Justice for immigration legal help. Runs citizenship workshops with Project New Citizen.',
    verified: true,
    toConfirm: ['website'],
  },
  {
    id: 'pars-equality-center',
    agencyName: 'Pars Equality Center',
    address: { line1: '1635 The Alameda', line2: null, city: 'San Jose', state: 'CA', zip: '95126' },
    websiteLink: 'https://www.parsequalitycenter.org',
    phoneNumber: '+14082616405',
    extraDetails: 'Recognized by the Department of Justice for immigration legal help. The number is its immigration legal line.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'irc-san-jose',
    agencyName: 'International Rescue Committee, San Jose',
    address: { line1: '1210 South Bascom Avenue', line2: 'Suite 227', city: 'San Jose', state: 'CA', zip: '95128' },
    websiteLink: 'https://www.rescue.org/SanJose',
    phoneNumber: '+14082770255',
    extraDetails:
      'Recognized by the Department of Justice for immigration legal help. Serves refugees, asylees, trafficking survivors and other immigrants.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'step-forward-foundation',
    agencyName: 'Step Forward Foundation',
    address: { line1: '772 North 1st Street', line2: null, city: 'San Jose', state: 'CA', zip: '95112' },
    websiteLink: null,
    phoneNumber: '+14089158698',
    extraDetails: 'Recognized by the Department of Justice for immigration legal help (extension office).',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'human-agenda',
    agencyName: 'Human Agenda',
    address: { line1: '1060 North 4th Street', line2: 'Suite 200', city: 'San Jose', state: 'CA', zip: '95112' },
    websiteLink: 'http://www.humanagenda.net',
    phoneNumber: '+14087599571',
    extraDetails:
      'Recognized by the Department of Justice for immigration legal help. Started a low-cost immigration legal collective in 2015.',
    verified: true,
    toConfirm: ['services'],
  },
  {
    id: 'clsepa-mountain-view',
    agencyName: 'Community Legal Services in East Palo Alto (CLSEPA), Mountain View office',
    address: { line1: '495 North Whisman Road', line2: 'Suite 200', city: 'Mountain View', state: 'CA', zip: '94043' },
    websiteLink: 'https://clsepa.org/',
    phoneNumber: '+16503266440',
    extraDetails:
      'Recognized by the Department of Justice for immigration legal help (extension office). Serves northern Santa Clara County.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'kgaclc',
    agencyName: 'Katharine & George Alexander Community Law Center (Santa Clara University)',
    address: { line1: '1030 The Alameda', line2: null, city: 'San Jose', state: 'CA', zip: '95126' },
    websiteLink: 'https://law.scu.edu/centers/kgaclc/',
    phoneNumber: '+14082887030',
    extraDetails:
      'University law clinic: immigration, workers’ rights and consumer law for low-income county residents; advice clinics and some representation.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'aaci',
    agencyName: 'Asian Americans for Community Involvement (AACI)',
    address: { line1: '2400 Moorpark Avenue', line2: 'Suite 300', city: 'San Jose', state: 'CA', zip: '95128' },
    websiteLink: 'https://aaci.org/',
    phoneNumber: '+14089752730',
    extraDetails:
      'Community services in more than 40 languages, including help for survivors of violence. Ask whether immigration legal help is available or referred.',
    verified: true,
    toConfirm: ['services'],
  },
  {
    id: 'law-foundation',
    agencyName: 'Law Foundation of Silicon Valley',
    address: { line1: '4 North Second Street', line2: 'Suite 1300', city: 'San Jose', state: 'CA', zip: '95113' },
    websiteLink: 'https://www.lawfoundation.org',
    phoneNumber: '+14082934790',
    extraDetails:
      'Free civil legal help for low-income county residents; the County has funded it for immigrant children and families in removal cases.',
    verified: true,
    toConfirm: ['services'],
  },
  {
    id: 'bay-area-legal-aid',
    agencyName: 'Bay Area Legal Aid',
    address: { line1: '1735 Telegraph Avenue', line2: null, city: 'Oakland', state: 'CA', zip: '94612' },
    websiteLink: 'https://baylegal.org',
    phoneNumber: '+18005515554',
    extraDetails:
      'Serves Santa Clara County and has an immigration practice. The address is the regional head office in Oakland; the number is the free legal advice line.',
    verified: true,
    toConfirm: ['office', 'phone'],
  },
  {
    id: 'pro-bono-project',
    agencyName: 'Pro Bono Project Silicon Valley',
    address: { line1: '900 East Hamilton Avenue', line2: 'Suite 100', city: 'Campbell', state: 'CA', zip: '95008' },
    websiteLink: 'https://www.probonoproject.org',
    phoneNumber: '+14089985298',
    extraDetails:
      'Volunteer lawyers for clients of limited means. Moved from San Jose to Campbell. Ask whether immigration cases are being taken.',
    verified: true,
    toConfirm: ['services'],
  },
  {
    id: 'next-door-solutions',
    agencyName: 'Next Door Solutions to Domestic Violence',
    address: { line1: '234 East Gish Road', line2: 'Suite 200', city: 'San Jose', state: 'CA', zip: '95112' },
    websiteLink: 'https://www.nextdoorsolutions.org/',
    phoneNumber: '+14085017550',
    extraDetails:
      'Help for survivors of domestic violence, with a 24-hour hotline at (408) 279-2962. Ask about immigration help for survivors.',
    verified: true,
    toConfirm: ['services'],
  },
  {
    id: 'jfs-silicon-valley',
    agencyName: 'Jewish Family Services of Silicon Valley',
    address: { line1: '14855 Oka Road', line2: 'Suite 202', city: 'Los Gatos', state: 'CA', zip: '95032' },
    websiteLink: 'https://www.jfssv.org',
    phoneNumber: '+14085560600',
    extraDetails:
      'Refugee services for people of any faith. Has run a monthly evening legal clinic for refugees with volunteer lawyers (green card, citizenship, family petitions).',
    verified: true,
    toConfirm: ['services'],
  },
  {
    id: 'scc-rapid-response',
    agencyName: 'Santa Clara County Rapid Response Network (hotline)',
    address: { line1: null, line2: null, city: null, state: null, zip: null },
    websiteLink: 'https://www.sccrrn.org/',
    phoneNumber: '+14082901144',
    extraDetails:
      '24-hour line to report immigration enforcement activity and be put in touch with emergency legal help. Not an office; no walk-ins.',
    verified: true,
    toConfirm: [],
  },
  {
    id: 'amigos-de-guadalupe',
    agencyName: 'Amigos de Guadalupe Center for Justice and Empowerment',
    address: { line1: '1897 Alum Rock Avenue', line2: 'Suite 35', city: 'San Jose', state: 'CA', zip: null },
    websiteLink: null,
    phoneNumber: null,
    extraDetails: 'Community organization in East San Jose.',
    verified: false,
    toConfirm: [],
  },
]

/** Who answers in the seed data, in which language, and where their answers differ from calm ones. No one here exists. */
export const people: readonly { readonly language: string; readonly answers: Readonly<Record<string, string>> }[] = [
  {
    language: 'es',
    answers: {
      fullName: 'María Fernanda Gutiérrez',
      email: 'maria.gutierrez@portico.example',
      phone: '+14085550111',
      contactLanguage: 'es',
    },
  },
  {
    language: 'vi',
    answers: { fullName: 'Nguyễn Thị Mai', email: 'mai.nguyen@portico.example', phone: '+14085550112', contactLanguage: 'vi' },
  },
  { language: 'en', answers: { fullName: 'Samuel Okonkwo', phone: '+14085550113', contactLanguage: 'en' } },
  {
    language: 'en',
    answers: {
      fullName: 'Fatima Al-Hassan',
      email: 'fatima@portico.example',
      phone: '+14085550114',
      contactLanguage: 'ar',
      longestTrip: 'six_to_twelve_months',
    },
  },
  {
    language: 'es',
    answers: {
      fullName: 'José Luis Ramírez Ortega',
      email: 'jose.ramirez@portico.example',
      phone: '+14085550115',
      contactLanguage: 'es',
      arrestedOrCited: 'yes',
      arrestedOrCited_followUp: 'En 2009 me detuvieron por manejar sin licencia en San José. El caso se cerró.',
    },
  },
  {
    language: 'vi',
    answers: {
      fullName: 'Trần Văn Bình',
      email: 'binh.tran@portico.example',
      phone: '+14085550116',
      contactLanguage: 'vi',
      taxesOwed: 'yes',
      taxesOwed_followUp: 'Tôi đang trả góp tiền thuế năm 2021.',
      daysAbroad: '940',
    },
  },
  {
    language: 'en',
    answers: {
      fullName: 'Daniel Kim',
      email: 'daniel.kim@portico.example',
      phone: '+14085550117',
      contactLanguage: 'ko',
      selectiveService: 'age_26_to_31_not_registered',
    },
  },
  {
    language: 'en',
    answers: { fullName: 'Amina Tesfaye Woldemariam', phone: '+14085550118', contactLanguage: 'am', taxesFiled: 'unsure' },
  },
  {
    language: 'es',
    answers: { fullName: 'Rosa Elena Méndez', email: 'rosa.mendez@portico.example', phone: '+14085550119', contactLanguage: 'es' },
  },
  {
    language: 'en',
    answers: {
      fullName: 'Dmitri Volkov',
      email: 'dmitri@portico.example',
      phone: '+14085550120',
      contactLanguage: 'ru',
      registeredOrVoted: 'unsure',
      claimedCitizen: 'unsure',
    },
  },
  {
    language: 'en',
    answers: { fullName: 'Gurpreet Kaur', email: 'gurpreet@portico.example', phone: '+14085550121', contactLanguage: 'pa' },
  },
  {
    language: 'vi',
    answers: {
      fullName: 'Phạm Quốc Hùng',
      phone: '+14085550122',
      contactLanguage: 'vi',
      drunkDriving: 'yes',
      drunkDriving_followUp: '2014, một lần, ở Milpitas.',
    },
  },
  {
    language: 'es',
    answers: {
      fullName: 'Ana Lucía Hernández',
      email: 'ana.hernandez@portico.example',
      phone: '+14085550123',
      contactLanguage: 'es',
      citizenParent: 'unsure',
    },
  },
  {
    language: 'en',
    answers: { fullName: 'Maria Clara dos Santos', email: 'maria.santos@portico.example', phone: '+14085550124', contactLanguage: 'pt' },
  },
  {
    language: 'en',
    answers: { fullName: 'Li Wei', email: 'li.wei@portico.example', phone: '+14085550125', contactLanguage: 'zh-Hans', livedAbroad: 'yes' },
  },
  {
    language: 'en',
    answers: { fullName: 'Chan Tai Man', email: 'chan@portico.example', phone: '+14085550126', contactLanguage: 'yue-Hant' },
  },
  {
    language: 'es',
    answers: {
      fullName: 'Guadalupe Torres',
      phone: '+14085550127',
      contactLanguage: 'es',
      childSupport: 'yes',
      childSupport_followUp: 'Debo dos meses.',
    },
  },
  {
    language: 'en',
    answers: {
      fullName: 'Reza Ahmadi',
      email: 'reza@portico.example',
      phone: '+14085550128',
      contactLanguage: 'fa',
      immigrationCourt: 'unsure',
    },
  },
  {
    language: 'en',
    answers: { fullName: 'Zarmina Stanekzai', email: 'zarmina@portico.example', phone: '+14085550129', contactLanguage: 'ps' },
  },
  {
    language: 'en',
    answers: {
      fullName: 'Priya Sharma',
      email: 'priya@portico.example',
      phone: '+14085550130',
      contactLanguage: 'hi',
      previousApplication: 'yes',
      previousApplication_followUp: 'I withdrew it in 2019.',
    },
  },
  {
    language: 'en',
    answers: { fullName: 'Jomar Dela Cruz', email: 'jomar@portico.example', phone: '+14085550131', contactLanguage: 'tl' },
  },
  {
    language: 'vi',
    answers: { fullName: 'Lê Thị Hoa', email: 'hoa.le@portico.example', phone: '+14085550132', contactLanguage: 'vi', oath: 'unsure' },
  },
  {
    language: 'es',
    answers: {
      fullName: 'Miguel Ángel Castillo Fuentes de la Peña',
      email: 'miguel@portico.example',
      phone: '+14085550133',
      contactLanguage: 'es',
    },
  },
  { language: 'en', answers: { fullName: 'Park Ji-woo', phone: '+14085550134', contactLanguage: 'ko', reentryProblem: 'unsure' } },
]

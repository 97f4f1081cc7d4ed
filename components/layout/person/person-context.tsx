"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "#lib/auth/contract.ts";

export type Person = { id: string; name: string; email: string; roles: readonly Role[] };

const PersonContext = createContext<Person | null>(null);

/** Who is signed in, as the page was made for them. */
export function PersonProvider({ person, children }: { person: Person; children: ReactNode }) {
  return <PersonContext value={person}>{children}</PersonContext>;
}

export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === null) throw new Error("usePerson() stands inside the shell.");
  return person;
}

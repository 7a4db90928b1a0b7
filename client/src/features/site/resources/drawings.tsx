import type { ReactNode } from 'react'
import type { Drawing } from '../../../content/help-pictures.ts'

/** Drawings on an 88 × 88 grid, stroked in ink; the essential part of each is filled with the accent color. */
export const drawings: Record<Drawing, ReactNode> = {
  names: (
    <>
      <rect x="4" y="16" width="80" height="56" rx="6" className="fill-paper" />
      <circle cx="26" cy="36" r="8" className="fill-accent-soft" />
      <path d="M12 60c1-10 6-14 14-14s13 4 14 14M50 32h24M50 44h24M50 56h14" />
    </>
  ),
  birth: (
    <>
      <rect x="10" y="16" width="68" height="62" rx="6" className="fill-paper" />
      <path d="M10 34h68V22a6 6 0 0 0-6-6H16a6 6 0 0 0-6 6z" className="fill-accent-soft" />
      <path d="M28 9v13M60 9v13M24 46h4M42 46h4M60 46h4M24 62h4M60 62h4" />
      <circle cx="44" cy="62" r="8" className="fill-accent-soft" />
    </>
  ),
  folder: (
    <>
      <path d="M6 74V20a5 5 0 0 1 5-5h20l8 9h38a5 5 0 0 1 5 5v45z" className="fill-paper" />
      <rect x="20" y="40" width="48" height="20" rx="3" className="fill-accent-soft" />
      <path d="M29 46l-2 8M36 46l-2 8M26 48.500h12M25 52h12M46 50h14" strokeWidth="2" />
    </>
  ),
  arrest: (
    <>
      <rect x="6" y="24" width="50" height="52" rx="5" className="fill-paper" />
      <path d="M6 38h50M18 18v11M44 18v11M18 50h4M32 50h4M18 62h4M32 62h4" />
      <path d="M64 62S48 48 48 35a16 16 0 0 1 32 0c0 13-16 27-16 27z" className="fill-accent-soft" />
      <circle cx="64" cy="35" r="5" className="fill-paper" />
    </>
  ),
  photo: (
    <>
      <rect x="4" y="18" width="80" height="54" rx="6" className="fill-paper" />
      <rect x="12" y="28" width="26" height="34" rx="3" className="fill-accent-soft" />
      <circle cx="25" cy="40" r="6" className="fill-paper" />
      <path d="M15 60c1-7 4-10 10-10s9 3 10 10M48 32h26M48 43h26M48 54h18" />
    </>
  ),
  court: (
    <>
      <path d="M6 30 44 8l38 22z" className="fill-accent-soft" />
      <path d="M14 30v34M30 30v34M58 30v34M74 30v34" />
      <path d="M37 64V48a7 7 0 0 1 14 0v16" className="fill-paper" />
      <path d="M10 64h68v7H10zM4 71h80v7H4z" className="fill-paper" />
    </>
  ),
  search: (
    <>
      <rect x="20" y="6" width="46" height="76" rx="8" className="fill-paper" />
      <path d="M30 20h26M30 32h20M38 75h10" />
      <circle cx="52" cy="50" r="14" className="fill-accent-soft" />
      <path d="m62 60 15 15M45 50h14" strokeWidth="3" />
    </>
  ),
  clerk: (
    <>
      <circle cx="44" cy="22" r="11" className="fill-accent-soft" />
      <path d="M22 56c1-15 9-21 22-21s21 6 22 21" className="fill-paper" />
      <path d="M4 56h80v8H4zM10 64h68v16H10z" className="fill-paper" />
      <path d="M54 50h14l4 6H58z" className="fill-accent-soft" />
    </>
  ),
  advisor: (
    <>
      <circle cx="20" cy="24" r="9" className="fill-paper" />
      <circle cx="68" cy="24" r="9" className="fill-paper" />
      <path d="M4 62c0-17 6-25 16-25s15 6 16 15M84 62c0-17-6-25-16-25s-15 6-16 15" />
      <path d="M31 52h26v28H31z" className="fill-accent-soft" />
      <path d="M37 60h14M37 66h14M37 72h8" strokeWidth="2" />
    </>
  ),
}

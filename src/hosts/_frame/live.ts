// What does a host say about being started for a trial: against which model and with which of the person's settings?
import type { JsonObject } from '../../core/model.ts'

/** Where a trial happens. All absolute, all made for it and gone afterwards; only `own` looks at what is the person's. */
export interface LivePlace {
  readonly home: string
  readonly project: string
  /** For other files of the trial. */
  readonly base: string
  /** Of the stand-in for the model. */
  readonly url: string
  /** What it is told: the calls come from there. */
  readonly prompt: string
  /** Our small server of tools. */
  readonly mcp: { readonly name: string; readonly command: string; readonly args: readonly string[] }
  /** A file of the person's, named from the host's folder, as JSON or TOML says it; null where there is none that can be read. */
  readonly own: (name: string) => JsonObject | null
  /** The host's folder: the person's, and the one of the trial. */
  readonly folder: string
  readonly copy: string
  readonly version: string | null
}

export interface LiveHost {
  readonly host: string
  /** Keys of the files that name us which switch hooks on, off or over: they come along, as the person has them. */
  readonly steers?: readonly (readonly string[])[]
  /** Files in the home of the trial, by their path from there. An object is joined with what names us in that file. */
  readonly files?: (place: LivePlace) => Readonly<Record<string, string | JsonObject>>
  /** Besides what every program needs; no credentials but made-up ones. */
  readonly env: (place: LivePlace) => Readonly<Record<string, string>>
  /** Its arguments: one run without a person. Nothing here may skip hooks, or a trust that the person has not given. */
  readonly args: (place: LivePlace) => readonly string[]
  /** Its sub-agent that has a shell, where the tool that starts one does not tell. */
  readonly subAgent?: string
  /** How a tool of a server is called where it is offered only to those who search for it. */
  readonly hidden?: (server: string, tool: string) => { readonly name: string; readonly group?: string }
}

/** No key is needed where no account is. */
export const LIVE_KEY = 'none'

// Which detectors are there? One line each, by the name that rules use.
import type { Action } from '../model.ts'
import type { Detector } from './detector.ts'
import { forkBomb } from './fork-bomb.ts'
import { hiddenInstructions, hiddenText, invisibleContent } from './hidden-text.ts'
import { lookAlikeDash } from './look-alike-dash.ts'
import { lookAlikeHost } from './look-alike-host.ts'
import { lookAlikeProgram } from './look-alike-program.ts'
import { mcpMetacharacters } from './mcp-metacharacters.ts'
import { nulByte } from './nul-byte.ts'
import { secretInArgument, secretInCommand, secretInContent, secretInPrompt } from './secret.ts'

export type { Detector } from './detector.ts'

export const detectors: Readonly<Record<string, Detector>> = {
  'fork-bomb': forkBomb,
  'hidden-instructions': hiddenInstructions,
  'hidden-text': hiddenText,
  'invisible-content': invisibleContent,
  'look-alike-dash': lookAlikeDash,
  'look-alike-host': lookAlikeHost,
  'look-alike-program': lookAlikeProgram,
  'mcp-metacharacters': mcpMetacharacters,
  'nul-byte': nulByte,
  'secret-in-argument': secretInArgument,
  'secret-in-command': secretInCommand,
  'secret-in-content': secretInContent,
  'secret-in-prompt': secretInPrompt,
}

/** The kind of action without which a detector has nothing to say. */
export const detectorNeeds: Readonly<Record<string, Action['does']>> = {
  'hidden-instructions': 'carry',
  'invisible-content': 'carry',
  'look-alike-host': 'connect',
  'secret-in-argument': 'carry',
  'secret-in-command': 'carry',
  'secret-in-content': 'carry',
  'secret-in-prompt': 'carry',
}

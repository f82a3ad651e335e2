// Does the name of a variable say that it holds a secret?

/** Names that say what they hold. Small letters are seldom the environment's. */
const SECRET_NAME = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|PRIVATE_KEY|ACCESS_KEY|SECRET_KEY)$/
/** How each of them ends: nearly every name is none. */
const ENDS = /[DENTY]$/

export const saysSecret = (name: string): boolean => ENDS.test(name) && SECRET_NAME.test(name)

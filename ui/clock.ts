// The time, once a second, and how times are said.
import { signal } from './lib.ts'

export const now = signal(Date.now())
export const startClock = (): void => void setInterval(() => (now.value = Date.now()), 1000)

/** `1:05`, or in minutes, hours and days where seconds do not matter. */
export function leftUntil(until: string, at: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - at) / 1000))
  if (seconds >= 172_800) return `${Math.round(seconds / 86_400)} days`
  if (seconds >= 5400) return `${Math.round(seconds / 3600)} h`
  if (seconds >= 600) return `${Math.round(seconds / 60)} min`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function ago(time: string, at: number): string {
  const seconds = Math.max(0, Math.round((at - Date.parse(time)) / 1000))
  if (Number.isNaN(seconds)) return 'at an unknown time'
  if (seconds < 10) return 'just now'
  if (seconds < 90) return `${seconds} s ago`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h ago`
  return `${Math.round(seconds / 86_400)} days ago`
}

const two = (number: number): string => String(number).padStart(2, '0')
/** `14:02:07`, with the day where it is not today. */
export function clockTime(time: string, at: number): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  const day = date.toDateString() === new Date(at).toDateString() ? '' : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `
  return `${day}${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** `10 minutes`, `1 hour`: how long something counts. */
export function lasting(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : seconds < 7200 ? [Math.round(seconds / 60), 'minute'] : [Math.round(seconds / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

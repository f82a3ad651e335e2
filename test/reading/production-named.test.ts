// Does production count where a variable names it, set for one command or before it, and nowhere else?
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const verdictOf = (command: string): string => check(command).decision.verdict

describe('a variable names where a command works', () => {
  test.each([
    'AWS_PROFILE=prod aws s3 sync dist s3://site',
    'export AWS_PROFILE=prod; aws s3 sync dist s3://site',
    'export AWS_PROFILE=acme-production && aws s3 sync dist s3://site',
    'export KUBECONFIG=~/.kube/prod; kubectl apply -f k8s/',
    'export KUBECONFIG="$PROD_KUBECONFIG"; kubectl apply -f k8s/',
    'export RAILS_ENV=production; rails db:migrate',
    'DATABASE_URL=$PROD_URL npx prisma migrate deploy',
    'export DATABASE_URL="$PRODUCTION_DATABASE_URL"; npx prisma migrate deploy',
    'NODE_ENV=production npm run db:seed',
    'kubectl --context "$PROD_CONTEXT" apply -f k8s/',
  ])('production: %s', (command) => {
    expect(verdictOf(command)).toBe('ask')
  })
  test.each([
    'export AWS_PROFILE=dev; aws s3 sync dist s3://site',
    'export AWS_PROFILE=prod; aws s3 ls',
    'export KUBECONFIG=~/.kube/dev; kubectl apply -f k8s/',
    'export KUBECONFIG=~/.kube/prod; kubectl get pods',
    '(export KUBECONFIG=~/.kube/prod; kubectl get pods); kubectl apply -f k8s/dev',
    'export NODE_ENV=production; npm run build',
    'NODE_ENV=production node server.js',
    'NODE_ENV=test npm run db:seed',
    'DATABASE_URL=$TEST_URL npx prisma migrate deploy',
    'export DATABASE_URL=postgres://localhost/products; npx prisma migrate deploy',
    'echo "$PROD_URL is set"',
    'kubectl apply -f "$PRODUCT_DIR/k8s"',
  ])('not production: %s', (command) => {
    expect([command, verdictOf(command)]).toEqual([command, 'allow'])
  })
})

// Is production seen in words as people write them, and in what a text chooses to work on?
import { describe, expect, test } from 'vitest'
import { choosesProduction, saysProduction } from './production.ts'

const says = (text: string): boolean => saysProduction([{ text }])

describe('words', () => {
  test.each(['prod', 'shop-prod', 'prod.db', 'PRODUCTION', 'ProdStack', 'appProd', 'productionDb', 'db_prd'])('%s', (word) => expect(says(word)).toBe(true))
  test.each(['product', 'products', 'reproduce', 'Product', 'PRODUCT', 'productId', 'staging'])('%s', (word) => expect(says(word)).toBe(false))
})

describe('what is chosen', () => {
  test.each([
    'kubectl config use-context production && kubectl delete ns a',
    'terraform workspace select prod; terraform destroy',
    'source .env.production && npx prisma migrate reset',
    'set -a; . ./.env.prod; set +a; x',
    'cd infra/prod && terragrunt destroy',
    'pushd envs/production/eu',
    'gcloud config set project shop-prod',
    'az account set -s prod',
    'pulumi stack select acme/prod',
  ])('%s', (text) => expect(choosesProduction(text)).toBe(true))
  test.each(['cd products && ls', 'cd prod-docs && ls', 'source .env.development', 'kubectl config use-context staging', 'echo prod', 'git commit -m "prod"'])(
    '%s',
    (text) => expect(choosesProduction(text)).toBe(false),
  )
})

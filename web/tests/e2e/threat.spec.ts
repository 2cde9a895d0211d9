import { expect, standing, test } from './table';

test('what the other side threatens is shown in another style, with its value', async ({ page }) => {
  await page.goto('/#/crosphere/analyse?o=size%3D3&p=1%2CG%2C1%2F1%2CG%2C1%2F3+P');
  await standing(page);
  await expect(page.locator('g.threat')).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Show the threat' })).toContainText('If it were Green’s move: Sb1 (Green wins in 1)');
  await expect(page.locator('g.threat .line')).toHaveCount(1);
  await expect(page.locator('g.threat .line')).toHaveCSS('stroke-dasharray', /14px, 12px/);
  // It follows the position: after Pink has parried, Green threatens something else or nothing so quick.
  await page.locator('[data-name="b1"]').click();
  await expect(page.getByRole('region', { name: 'Show the threat' })).not.toContainText('Green wins in 1');
  await page.getByRole('button', { name: 'Show the threat' }).click();
  await expect(page.locator('g.threat')).toHaveCount(0);
});

test('where nothing can be threatened, words say why', async ({ page }) => {
  await page.goto('/#/tilesum/analyse');
  await standing(page);
  await page.getByRole('button', { name: 'Show the threat' }).click();
  await expect(page.getByRole('region', { name: 'Show the threat' })).toContainText('in Tile Sum the turn cannot be passed');
  await page.goto('/#/crosphere/analyse?o=size%3D3&p=1%2CG%2C1%2F1%2CG%2C1%2F1%2CG%2C1+P');
  await page.getByRole('button', { name: 'Show the threat' }).click();
  await expect(page.getByRole('region', { name: 'Show the threat' })).toContainText('the game is over');
});

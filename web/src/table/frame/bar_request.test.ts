import { expect, test } from 'vitest';
import type { PendingRequest } from '../request';
import { BarRequest } from './bar_request.svelte';

const request: PendingRequest = { key: 'pause', sentence: 'Bruno asks to pause the game.', note: '', role: 'voter' };

test('a request is shown until the viewer postpones it', () => {
  const bar = new BarRequest();
  expect(bar.visible(request)).toBe(request);
  bar.postpone(request);
  expect(bar.visible(request)).toBeNull();
  expect(bar.visible({ ...request, key: 'end' })).not.toBeNull();
  bar.reset();
  expect(bar.visible(request)).toBe(request);
});

test('a request between others is not shown', () => {
  expect(new BarRequest().visible({ ...request, role: 'observer' })).toBeNull();
});

test('a request is put off when the viewer begins a move', () => {
  const bar = new BarRequest();
  bar.onQuestion('Choose a card', true, request);
  expect(bar.visible(request)).toBe(request);
  bar.onQuestion('', true, request); // the action is being sent
  bar.onQuestion('Choose a place', true, request);
  expect(bar.visible(request)).toBeNull();
});

test('the first question of a new turn does not put a request off', () => {
  const bar = new BarRequest();
  bar.onQuestion('Choose a card', true, null);
  bar.onQuestion('', false, null);
  bar.onQuestion('Choose a place', true, request);
  expect(bar.visible(request)).toBe(request);
});

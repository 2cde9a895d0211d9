/** What the engine answers about each game's usual start, asked when the app is built (`build/answers.ts`). */
declare module 'virtual:answers' {
  const answers: Partial<Record<string, () => Promise<{ default: import('./first').Known }>>>;
  export default answers;
}

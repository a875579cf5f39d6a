/** The dialogs of the window: which one is open is state, not a route. */

export type AgentPage = 'general' | 'documents' | 'servers' | 'permissions';
export type SettingsPage =
  'general' | 'village' | 'roles' | 'servers' | 'camera' | 'context' | 'privacy' | 'log' | 'about';

export type DialogRoute =
  | { kind: 'agent'; agent: string; page?: AgentPage }
  | { kind: 'template'; template?: string }
  | { kind: 'templates' }
  | { kind: 'settings'; page?: SettingsPage }
  | { kind: 'sessions' }
  | { kind: 'context' }
  | { kind: 'village-new' }
  | { kind: 'shortcuts' }
  | { kind: 'palette' }
  | {
      kind: 'confirm';
      /** Keys of the locales. */
      title: string;
      body: string;
      action: string;
      args?: Record<string, string | number>;
      /** Shown exactly, as a quote. */
      code?: string;
      danger?: boolean;
      run: () => void;
    };

/** How much of media may come in, and how much of it stays. */
import type { MediaUse } from '~/contract/types.gen';
import type { NumberSetting } from './numbers.svelte';

export interface MediaSetting extends NumberSetting {
  /** What of the disk the number is about. */
  used?: (use: MediaUse) => number;
}

export const MEDIA: readonly MediaSetting[] = [
  {
    key: 'upload',
    min: 1,
    max: 512,
    label: 'set-upload',
    hint: 'set-upload-hint',
    unit: 'unit-megabytes',
    read: (settings) => settings.max_upload_mb,
    patch: (value) => ({ max_upload_mb: value }),
  },
  {
    key: 'artifacts',
    min: 10,
    max: 1_000_000,
    label: 'set-artifacts',
    hint: 'set-artifacts-hint',
    unit: 'unit-megabytes',
    read: (settings) => settings.media_folder_mb,
    patch: (value) => ({ media_folder_mb: value }),
    used: (use) => use.artifacts,
  },
  {
    key: 'attachments',
    min: 10,
    max: 1_000_000,
    label: 'set-attachments',
    hint: 'set-attachments-hint',
    unit: 'unit-megabytes',
    read: (settings) => settings.attachments_mb,
    patch: (value) => ({ attachments_mb: value }),
    used: (use) => use.attachments,
  },
  {
    key: 'days',
    min: 1,
    max: 3650,
    label: 'set-attachments-days',
    hint: 'set-attachments-days-hint',
    unit: 'unit-days',
    read: (settings) => settings.attachments_days,
    patch: (value) => ({ attachments_days: value }),
  },
];

/**
 * The dialog that chooses which part of a picture shows. Pointer, touch and keyboard: the part is dragged or moved by arrow
 * keys, the zoom is a slider. Loaded when a picture was chosen.
 */
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { PictureArea } from './picture-file.ts';

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.1;
/** CSS px that an arrow key moves the picture by. */
const KEY_STEP = 8;

export interface PictureCropProps {
  /** Address of the picture in this browser. */
  src: string;
  onSave: (area: PictureArea) => void;
  onClose: () => void;
}

export function PictureCrop({ src, onSave, onClose }: PictureCropProps) {
  const { t } = useT();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<PictureArea | null>(null);
  return (
    <Dialog
      title={t('auth.account.picture.crop.title')}
      onClose={onClose}
      footer={
        <Answers onCancel={onClose} disabled={area === null} onClick={() => area && onSave(area)}>
          {t('auth.account.picture.crop.save')}
        </Answers>
      }
    >
      <p className="text-sm text-muted">{t('auth.account.picture.crop.lead')}</p>
      <div className="relative mt-3 h-72 overflow-hidden rounded-md bg-sunken">
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={KEY_STEP}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'application', 'aria-label': t('auth.account.picture.crop.area') }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
        />
      </div>
      <label className="mt-4 grid gap-1.5 text-sm font-semibold">
        {t('auth.account.picture.crop.zoom')}
        <input
          type="range"
          className="h-8 w-full accent-accent"
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </Dialog>
  );
}

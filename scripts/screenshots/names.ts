/** The files of the drive on the pictures, in each language: a folder with two folders and five files. */
import type { Locale } from '#shared/locale/tags.ts';

export interface ShownDrive {
  readonly folder: string;
  readonly folders: readonly [string, string];
  readonly pictures: readonly [string, string, string];
  readonly texts: readonly [string, string];
}

export const SHOWN_DRIVES: Readonly<Record<Locale, ShownDrive>> = {
  'en-US': {
    folder: 'Summer trip',
    folders: ['Maps', 'Tickets'],
    pictures: ['Lake', 'Mountains', 'Evening'],
    texts: ['Packing list', 'Route'],
  },
  es: {
    folder: 'Viaje de verano',
    folders: ['Mapas', 'Billetes'],
    pictures: ['Lago', 'Montañas', 'Atardecer'],
    texts: ['Qué llevar', 'Ruta'],
  },
  id: {
    folder: 'Liburan',
    folders: ['Peta', 'Tiket'],
    pictures: ['Danau', 'Gunung', 'Senja'],
    texts: ['Daftar bawaan', 'Rute'],
  },
  ja: {
    folder: '夏の旅行',
    folders: ['地図', 'チケット'],
    pictures: ['湖', '山', '夕方'],
    texts: ['持ち物リスト', 'ルート'],
  },
  ko: { folder: '여름 여행', folders: ['지도', '표'], pictures: ['호수', '산', '저녁'], texts: ['준비물', '경로'] },
  ms: {
    folder: 'Percutian',
    folders: ['Peta', 'Tiket'],
    pictures: ['Tasik', 'Gunung', 'Senja'],
    texts: ['Senarai barang', 'Laluan'],
  },
  pt: {
    folder: 'Viagem de verão',
    folders: ['Mapas', 'Passagens'],
    pictures: ['Lago', 'Montanhas', 'Entardecer'],
    texts: ['O que levar', 'Roteiro'],
  },
  ru: {
    folder: 'Летняя поездка',
    folders: ['Карты', 'Билеты'],
    pictures: ['Озеро', 'Горы', 'Вечер'],
    texts: ['Список вещей', 'Маршрут'],
  },
  uk: {
    folder: 'Літня подорож',
    folders: ['Мапи', 'Квитки'],
    pictures: ['Озеро', 'Гори', 'Вечір'],
    texts: ['Список речей', 'Маршрут'],
  },
  'zh-CN': {
    folder: '夏季旅行',
    folders: ['地图', '车票'],
    pictures: ['湖泊', '群山', '傍晚'],
    texts: ['行李清单', '路线'],
  },
  'zh-TW': {
    folder: '夏季旅行',
    folders: ['地圖', '車票'],
    pictures: ['湖泊', '群山', '傍晚'],
    texts: ['行李清單', '路線'],
  },
};

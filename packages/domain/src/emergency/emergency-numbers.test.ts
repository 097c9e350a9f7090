import libphonenumber from 'google-libphonenumber';
import { describe, expect, test } from 'vitest';
import { countriesWithNumbers, emergencyNumbersFor, numbersOfCountry, telephoneLink } from './emergency-numbers.ts';

const clinicIn = (country: string | null, own: { number?: string; crisisNumber?: string; crisisName?: string } = {}) => ({
  ...{ country, number: '', crisisNumber: '', crisisName: '' },
  ...own,
});

describe('the numbers of a country', () => {
  test.each([
    ['US', '911', '988'],
    ['CA', '911', '988'],
    ['MX', '911', '800 911 2000'],
    ['GB', '999', '116 123'],
    ['IE', '112', '116 123'],
    ['ES', '112', '024'],
    ['NZ', '111', '1737'],
    ['AU', '000', '13 11 14'],
    ['DE', '112', '0800 1110111'],
    ['FR', '112', '3114'],
    ['PT', '112', undefined],
    ['JP', '119', undefined],
    ['ZA', '10177', undefined],
    ['JE', '999', '116 123'],
    ['GG', '999', '116 123'],
    ['IM', '999', '116 123'],
    ['RE', '15', '3114'],
    ['GP', '15', '3114'],
    ['MQ', '15', '3114'],
    ['GF', '15', '3114'],
    ['AX', '112', undefined],
    ['BS', '911', undefined],
    ['KY', '911', undefined],
    ['UA', '112', undefined],
    ['AE', '998', undefined],
  ])('%s: %s, and in a crisis %s', (country, emergency, crisis) => {
    const numbers = numbersOfCountry(country);
    expect([numbers.emergency[0], numbers.crisisLine?.number]).toEqual([emergency, crisis]);
  });

  test('of a country that is not known nothing is invented', () => {
    for (const country of [null, '', 'XX', 'constructor', '__proto__'])
      expect(numbersOfCountry(country)).toEqual({ emergency: [], crisisLine: null });
  });

  test('each is an emergency number of that country’s numbering plan, as Google’s libphonenumber has it', () => {
    const plans = libphonenumber.ShortNumberInfo.getInstance();
    const others = countriesWithNumbers.flatMap((country) =>
      numbersOfCountry(country)
        .emergency.filter((number) => !plans.isEmergencyNumber(number, country as libphonenumber.RegionCode))
        .map((number) => `${country} ${number}`),
    );
    // Ambulance services that the table of numbering plans does not have: of the former Netherlands Antilles, Sri Lanka (Suwa Seriya),
    // Peru (SAMU, Ministerio de Salud), Serbia (Hitna pomoć), and Trinidad and Tobago (Global Medical Response).
    expect(others).toEqual(['BQ 912', 'CW 912', 'LK 1990', 'PE 106', 'RS 194', 'SX 912', 'SX 911', 'TT 811']);
  });

  test('112 is never the first where only mobile phones reach it', () => {
    for (const country of ['AU', 'CC', 'CX', 'ZA']) expect(numbersOfCountry(country).emergency[0]).not.toBe('112');
  });

  test('every number can be dialed', () => {
    for (const country of countriesWithNumbers) {
      const { emergency, crisisLine } = numbersOfCountry(country);
      for (const number of [...emergency, ...(crisisLine ? [crisisLine.number] : [])])
        expect(telephoneLink(number)).toMatch(/^tel:\d{2,12}$/);
      expect(emergency.length).toBeGreaterThan(0);
    }
  });
});

describe('whom somebody calls', () => {
  test('where the person is goes before where the clinic is', () => {
    expect(emergencyNumbersFor('ES', clinicIn('US')).emergency).toEqual(['112']);
  });

  test('the clinic’s country where nobody knows where the person is', () => {
    expect(emergencyNumbersFor(null, clinicIn('NZ')).crisisLine?.number).toBe('1737');
  });

  test('a person in a country without numbers is not given those of the clinic’s', () => {
    expect(emergencyNumbersFor('XX', clinicIn('US'))).toEqual({ emergency: [], crisisLine: null });
  });

  const own = clinicIn('NZ', { number: '+64 3 000 0000', crisisNumber: '0800 543 354', crisisName: 'Lifeline Aotearoa' });
  test('numbers that the clinic has set hold in its own country', () => {
    const expected = { name: 'Lifeline Aotearoa', number: '0800 543 354', takesTexts: false };
    for (const country of ['NZ', null]) {
      const { emergency, crisisLine } = emergencyNumbersFor(country, own);
      expect([emergency, crisisLine]).toEqual([['+64 3 000 0000'], expected]);
    }
  });

  test('where nobody knows the clinic’s country, what it has set is named first, and the person’s country’s number after it', () => {
    const somewhere = clinicIn(null, { number: '061', crisisNumber: '717 003 717' });
    const { emergency, crisisLine } = emergencyNumbersFor('ES', somewhere);
    expect([emergency, crisisLine?.number]).toEqual([['061', '112'], '717 003 717']);
    expect(emergencyNumbersFor('ES', clinicIn(null, { number: '112' })).emergency).toEqual(['112']);
    expect(emergencyNumbersFor('XX', somewhere).emergency).toEqual(['061']);
  });

  test('abroad the clinic’s own number comes last, and only where it can be dialed from there', () => {
    expect(emergencyNumbersFor('GB', own).emergency).toEqual(['999', '112', '+64 3 000 0000']);
    expect(emergencyNumbersFor('XX', own).emergency).toEqual(['+64 3 000 0000']);
    expect(emergencyNumbersFor('XX', own).crisisLine).toBeNull();
    expect(emergencyNumbersFor('GB', clinicIn('NZ', { number: '0800 611 116' })).emergency).toEqual(['999', '112']);
  });
});

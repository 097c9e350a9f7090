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
  ])('%s: %s, and in a crisis %s', (country, emergency, crisis) => {
    const numbers = numbersOfCountry(country);
    expect([numbers.emergency[0], numbers.crisisLine?.number]).toEqual([emergency, crisis]);
  });

  test('of a country that is not known nothing is invented', () => {
    for (const country of [null, '', 'XX', 'constructor', '__proto__'])
      expect(numbersOfCountry(country)).toEqual({ emergency: [], crisisLine: null });
  });

  // Peru's SAMU is called by 106 (Ministerio de Salud); the numbering plan's table has the police and the fire brigade alone.
  test('each is an emergency number of that country’s numbering plan, as Google’s libphonenumber has it', () => {
    const plans = libphonenumber.ShortNumberInfo.getInstance();
    const others = countriesWithNumbers.flatMap((country) =>
      numbersOfCountry(country)
        .emergency.filter((number) => !plans.isEmergencyNumber(number, country as libphonenumber.RegionCode))
        .map((number) => `${country} ${number}`),
    );
    expect(others).toEqual(['PE 106']);
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
    expect(emergencyNumbersFor('AU', own).emergency[0]).toBe('000');
  });
});

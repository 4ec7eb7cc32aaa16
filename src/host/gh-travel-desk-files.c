/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is in the travel desk's sample folders. */
#include "config.h"

#include "gh-travel-desk-files.h"

const GhTravelDeskFile gh_travel_desk_files[] = {
  {
    "travel-planning/barcelona-may-2026.md",
    "# Barcelona, May 2026\n"
    "\n"
    "- Travellers: Mara and Jonas Lindqvist\n"
    "- From: Hamburg (HAM)\n"
    "- Out: Friday 15 May 2026, back: Wednesday 20 May 2026\n"
    "- Budget: 1,400 EUR for both, flights and hotel\n"
    "\n"
    "## Wishes\n"
    "\n"
    "- Leave in the morning, one stop at the most\n"
    "- A window seat for Mara, hand luggage only\n"
    "- A quiet hotel within a walk of the sea\n"
    "\n"
    "## Ideas\n"
    "\n"
    "- Saturday: Sagrada Familia (tickets for 9:30 are still to be booked), then Gracia\n"
    "- Sunday: Montjuic by cable car, dinner in Poble-sec\n"
    "- Monday: a day in Sitges by train, swimming if it is warm enough\n",
  },
  {
    "travel-planning/lisbon-june-2026.md",
    "# Lisbon, June 2026\n"
    "\n"
    "- Travellers: the Okafor family, two adults and two children (6 and 9)\n"
    "- From: Frankfurt (FRA)\n"
    "- Out: Saturday 13 June 2026, back: Saturday 20 June 2026\n"
    "- Budget: 3,000 EUR in all\n"
    "\n"
    "## Wishes\n"
    "\n"
    "- No flight before eight, no change of planes with the children\n"
    "- A flat with a kitchen, near a tram line\n"
    "- The Oceanario, and one whole day on the beach at Cascais\n",
  },
  {
    "travel-planning/kyoto-november-2026.md",
    "# Kyoto, November 2026\n"
    "\n"
    "- Traveller: Ines Marchetti\n"
    "- From: Milan (MXP)\n"
    "- Out: Sunday 8 November 2026, back: Sunday 22 November 2026\n"
    "- Budget: 2,800 EUR\n"
    "\n"
    "## Wishes\n"
    "\n"
    "- Autumn leaves: Tofuku-ji early on a weekday, Kurama by the evening train\n"
    "- A ryokan for two nights, a simple room for the rest\n"
    "- Vegetarian food; a cooking class if there is one in English\n",
  },
  {
    "travel-planning/oslo-to-bergen-july-2026.md",
    "# Oslo to Bergen by train, July 2026\n"
    "\n"
    "- Travellers: Tom Becker and his father\n"
    "- Out: Monday 6 July 2026, back: Sunday 12 July 2026\n"
    "- Budget: open, but the hotel in Flam should be a good one\n"
    "\n"
    "## Wishes\n"
    "\n"
    "- Seats on the left-hand side of the train\n"
    "- A night in Finse, a boat on the Naeroyfjord\n"
    "- Not more than two hours of walking a day: his father's knee\n",
  },
  {
    "travel-templates/city-break.md",
    "# {{title}}\n"
    "\n"
    "{{itinerary}}\n"
    "\n"
    "## Getting around\n"
    "\n"
    "A ten-trip ticket does for two people and three days; walk the rest.\n"
    "\n"
    "## Booked so far\n"
    "\n"
    "- [ ] Flights\n"
    "- [ ] Hotel\n"
    "- [ ] Tickets\n",
  },
  {
    "travel-templates/family-holiday.md",
    "# {{title}}\n"
    "\n"
    "One thing a day, a pool or a playground near it, and home by seven.\n"
    "\n"
    "{{itinerary}}\n"
    "\n"
    "## To pack\n"
    "\n"
    "- [ ] Passports, also the children's\n"
    "- [ ] Medicine\n"
    "- [ ] The one toy that must not be lost\n",
  },
  {
    "travel-templates/business-trip.md",
    "# {{title}}\n"
    "\n"
    "{{itinerary}}\n"
    "\n"
    "## Before it is sent\n"
    "\n"
    "- [ ] Booking class allowed by the client's rules\n"
    "- [ ] Hotel at most ten minutes from the meeting\n"
    "- [ ] Costs: to whom, and who signs\n",
  },
  {
    "client-documents/lindqvist/preferences.md",
    "# Mara and Jonas Lindqvist\n"
    "\n"
    "- Clients since 2019; they like early starts and long lunches\n"
    "- Mara: window seat. Jonas: aisle, he is tall\n"
    "- Hand luggage only, except in winter\n"
    "- Never again a hotel above a bar (Naples, 2022)\n",
  },
  {
    "client-documents/okafor/preferences.md",
    "# The Okafor family\n"
    "\n"
    "- Two children, 6 and 9; the younger one is car-sick on winding roads\n"
    "- One of the parents works on the first day: a quiet corner with a table helps\n"
    "- Nuts: none, please tell the airline\n",
  },
  {
    "client-documents/becker/travel-rules.md",
    "# Becker Instruments: rules for business trips\n"
    "\n"
    "- Trains where they take less than five hours\n"
    "- Economy within Europe; premium economy on flights of more than six hours\n"
    "- Hotels up to 160 EUR a night, breakfast included\n",
  },
  {
    "client-documents/finance/invoices-2026.md",
    "# Invoices 2026\n"
    "\n"
    "This folder is left out: no server is told of it.\n"
    "\n"
    "| Number | Client | Amount | Paid |\n"
    "|---|---|---|---|\n"
    "| 2026-014 | Lindqvist | 1,312.40 EUR | 2 March |\n"
    "| 2026-015 | Becker Instruments | 2,905.00 EUR | open |\n",
  },
  {
    "archive/2023-trips/seville-october-2023.md",
    "# Seville, October 2023\n"
    "\n"
    "- Travellers: Mara and Jonas Lindqvist\n"
    "- Flew HAM - PMI - SVQ in the morning, 214 EUR each; the change in Palma was easy\n"
    "- Hotel in Triana, quiet, they would go again\n",
  },
  {
    "archive/2023-trips/edinburgh-august-2023.md",
    "# Edinburgh, August 2023\n"
    "\n"
    "- Traveller: Ines Marchetti\n"
    "- Festival weeks: booked the room in January, and that was none too early\n",
  },
  { NULL, NULL },
};

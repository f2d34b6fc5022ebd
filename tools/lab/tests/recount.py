"""Recounts a month from what buyers, ad networks and a list wrote down, and compares it with the product's own tables.

Standard input has both as JSON (month.ts). It shares no code with the product, and ends with 1 at the first cent of difference.
"""

import csv
import io
import json
import re
import sys
from collections import defaultdict

notes = json.load(sys.stdin)
bought, costs = notes["bought"], notes["costs"]


def table(name):
    return list(csv.DictReader(io.StringIO(notes["tables"][name])))


def same(what, ours, theirs):
    if ours != theirs:
        different = {key: (ours.get(key), theirs.get(key)) for key in {*ours, *theirs} if ours.get(key) != theirs.get(key)}
        sys.exit(f"{what}: recounted and told differ: {different}")


def business(key_of_sale, key_of_cost):
    """Sales, sold, back, payout and cost in cents, by a key."""
    rows = defaultdict(lambda: [0, 0, 0, 0, 0])
    for sale in bought:
        row = rows[key_of_sale(sale)]
        row[0] += 1
        row[1] += sale["cents"]
        row[2] -= sale["wentBack"]
        row[3] += sale["payout"]
    for cost in costs if key_of_cost else []:
        rows[key_of_cost(cost)][4] += cost["cents"]
    return dict(rows)


def told(name, *columns):
    amounts = ["sales", "sold_cents", "back_cents", "payout_cents", "cost_cents"]
    return {
        tuple(row[column] for column in columns): [int(row[amount] or 0) for amount in amounts] for row in table(name)
    }


def campaign(path):
    return path.split("/")[0]


same(
    "profit by campaign",
    business(
        lambda sale: (sale["affiliate"], campaign(sale["source"])),
        lambda cost: (cost["affiliate"], campaign(cost["source"])),
    ),
    told("campaign", "affiliate", "campaign"),
)
same(
    "profit by source",
    business(lambda sale: (sale["affiliate"], sale["source"]), lambda cost: (cost["affiliate"], cost["source"])),
    told("sub id", "affiliate", "sub_id"),
)
same(
    "profit by affiliate",
    business(lambda sale: (sale["affiliate"],), lambda cost: (cost["affiliate"],)),
    told("affiliate", "affiliate"),
)
same("profit by buyer", business(lambda sale: (sale["buyer"],), None), told("buyer", "buyer"))

sales = {(line["lead_id"], line["buyer"]): int(line["cents"]) for line in table("sales") if line["kind"] == "sale"}
same("sales", {(sale["lead"], sale["buyer"]): sale["cents"] for sale in bought}, sales)

for buyer, document in notes["documents"].items():
    due = sum(sale["cents"] - sale["wentBack"] for sale in bought if sale["buyer"] == buyer)
    said = re.findall(r"(?im)^\s*total:?\s+\$([\d,]+\.\d\d)\s*$", document)
    if not said or round(float(said[-1].replace(",", "")) * 100) != due:
        sys.exit(f"the invoice of {buyer} is not {due} cents:\n{document}")

asked = notes["asked"]
if len(set(asked)) != len(asked):
    sys.exit(f"the list was asked {len(asked) - len(set(asked))} times about a number that it had answered")
back = {sale["lead"] for sale in bought if sale["wentBack"]}
if back & set(notes["refused"]):
    sys.exit("a return that was refused is in the books")

gross = sum(sale["cents"] for sale in bought)
print(
    f"recounted: {len(bought)} sales of ${gross / 100:,.2f}, ${sum(s['wentBack'] for s in bought) / 100:,.2f} went back,"
    f" ${sum(s['payout'] for s in bought) / 100:,.2f} paid out, ads ${sum(c['cents'] for c in costs) / 100:,.2f};"
    f" {len(notes['refused'])} returns refused; the list was asked about {len(asked)} numbers, each once"
)

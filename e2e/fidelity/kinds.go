package fidelity

import (
	"fmt"
	"strings"
)

const kindsIntroduction = `
## Kinds of records

` + "`make kinds`" + ` puts a record of each kind that a CLI can write into a session, lets the CLI resume it, and compares what its model is told with
what stead passes on to every other CLI. [kinds.md](kinds.md) has a row for each kind. A kind is silent if the CLI's model is told it, and stead
neither passes it on nor names it.

| CLI | kinds | passed on | named | told to no model | unknown, but the text passed on | silent |
|---|---|---|---|---|---|---|
`

// done are what docs/kinds.md says that stead does with a kind, in the order of the columns.
var done = []string{"passes it on", "says that it is missing, or that the target makes it anew",
	"passes nothing on, either", "is unknown, and its text is passed on"}

// kinds counts the rows of docs/kinds.md for each CLI.
func kinds(b *strings.Builder, page string) {
	b.WriteString(kindsIntroduction)
	for section := range strings.SplitSeq(page, "\n## ") {
		title, rows, _ := strings.Cut(section, "\n")
		counts, all := map[string]int{}, 0
		for row := range strings.Lines(rows) {
			cells := strings.Split(row, " | ")
			if len(cells) != 3 || cells[0] == "| kind" {
				continue
			}
			counts[strings.TrimSuffix(cells[2], " |\n")]++
			all++
		}
		if all == 0 {
			continue
		}
		fmt.Fprintf(b, "| %s | %d |", title, all)
		for _, what := range done {
			fmt.Fprintf(b, " %d |", counts[what])
			all -= counts[what]
		}
		fmt.Fprintf(b, " %d |\n", all)
	}
}

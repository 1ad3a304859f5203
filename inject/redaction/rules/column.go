package rules

import "strings"

// column returns the position of the value in the first row of a table whose head contains a name: user,password. It
// returns 0 if there is none.
func column(text string, from, end int) int {
	start := strings.LastIndexByte(text[:from], '\n') + 1
	head, rest, ok := strings.Cut(text[start:min(len(text), end+longestCommand)], "\n")
	separator := separatorOf(head)
	if !ok || separator == "" || strings.Trim(head, letters+digits+"_- "+separator) != "" {
		return 0
	}
	number := strings.Count(text[start:from], separator)
	at := start + len(head) + 1
	for row := range strings.Lines(rest) {
		if strings.Trim(row, "-|: \n") == "" {
			at += len(row)
			continue
		}
		for ; number > 0; number-- {
			next := strings.Index(row, separator)
			if next < 0 {
				return 0
			}
			at, row = at+next+1, row[next+1:]
		}
		return afterAny(text, at, 8, " ")
	}
	return 0
}

// separatorOf returns the separator between the column names of a table.
func separatorOf(head string) string {
	for _, separator := range []string{"|", ",", "\t", ";"} {
		if strings.Contains(head, separator) {
			return separator
		}
	}
	return ""
}

package adapters_test

import (
	"bytes"
	_ "embed" // for the text before the tables
	"fmt"
	"slices"
	"strings"
	"testing"

	"stead/adapters"
	"stead/internal/testkit"
	"stead/readers"
	"stead/timeline"
)

//go:embed testdata/tools-head.md
var head string

// translated returns the readers of CLIs that have tools.
func translated() []readers.Reader {
	return slices.DeleteFunc(adapters.Readers(), func(r readers.Reader) bool { return tools(r) == nil })
}

func tools(r readers.Reader) []timeline.NativeTool {
	if t, ok := r.(readers.Translator); ok {
		return t.Tools()
	}
	return nil
}

// TestToolTable writes docs/tools.md from the tables with which stead translates.
func TestToolTable(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(head)
	universalTable(&b)
	overview(&b)
	for _, r := range translated() {
		ofCLI(&b, r)
	}
	testkit.Golden(t, "../docs/tools.md", b.Bytes())
}

func universalTable(b *bytes.Buffer) {
	b.WriteString("\n## The universal tools\n\n| tool | what it does | arguments |\n|---|---|---|\n")
	for _, tool := range timeline.Tools() {
		var arguments []string
		for _, a := range tool.Arguments() {
			name := "`" + a.Name + "`"
			if a.Optional {
				name += "?"
			}
			arguments = append(arguments, name+" "+a.Meaning)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", tool, tool.Meaning(), strings.Join(arguments, "; "))
	}
}

// overview writes each CLI's names for each tool. The name that stead writes comes first.
func overview(b *bytes.Buffer) {
	b.WriteString("\n## What each CLI calls them\n\n| universal |")
	for _, r := range translated() {
		fmt.Fprintf(b, " %s |", r.Info().Title)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(translated())) + "\n")
	for _, tool := range timeline.Tools() {
		if tool == timeline.Unknown {
			continue
		}
		fmt.Fprintf(b, "| `%s` |", tool)
		for _, r := range translated() {
			var names []string
			for _, row := range tools(r) {
				if row.Tool == tool {
					names = append(names, "`"+row.Name+"`")
				}
			}
			fmt.Fprintf(b, " %s |", strings.Join(names, ", "))
		}
		b.WriteString("\n")
	}
}

// ofCLI lists the differences between a CLI's tools and the universal tools. Tools that differ only in their names are
// in the overview.
func ofCLI(b *bytes.Buffer, r readers.Reader) {
	fmt.Fprintf(b, "\n## %s\n\n", r.Info().Title)
	for _, row := range tools(r) {
		former, arguments := "", differing(row)
		switch {
		case row.Name == "apply_patch" && row.Tool == timeline.Write: // the one name that stands for two tools
			former = " for `write`"
		case len(row.Former) > 0:
			former = " (formerly `" + strings.Join(row.Former, "`, `") + "`)"
		}
		if about := strings.Join(slices.DeleteFunc([]string{arguments, row.Note}, isEmpty), ". "); about != "" ||
			former != "" {
			fmt.Fprintf(b, "- %s\n", strings.TrimSuffix("`"+row.Name+"`"+former+": "+about, ": "))
		}
	}
}

func isEmpty(s string) bool { return s == "" }

// differing returns the arguments that have another name in the CLI, and those that only the CLI has.
func differing(row timeline.NativeTool) string {
	var all []string
	for _, a := range row.Arguments {
		switch {
		case a.Universal != a.Native:
			all = append(all, fmt.Sprintf("`%s` → `%s`", a.Universal, a.Native))
		case !row.Tool.Takes(a.Native):
			all = append(all, "`"+a.Native+"`")
		}
	}
	return strings.Join(all, ", ")
}

// TestTablesNameArgumentsThatExist checks that an argument with another name in a CLI has a universal name. An argument
// that only a CLI has keeps its name.
func TestTablesNameArgumentsThatExist(t *testing.T) {
	for _, r := range translated() {
		for _, row := range tools(r) {
			where := r.Info().Name + " " + row.Name
			if !slices.Contains(timeline.Tools(), row.Tool) || row.Tool == timeline.Unknown {
				t.Errorf("%s: there is no universal tool %q", where, row.Tool)
			}
			for _, a := range row.Arguments {
				if a.Universal != a.Native && !row.Tool.Takes(a.Universal) {
					t.Errorf("%s: %s has no universal argument %q", where, row.Tool, a.Universal)
				}
			}
		}
	}
}

// TestTablesAreUnambiguous checks that a native name stands for one tool, and that no two arguments of a tool share a
// native name.
func TestTablesAreUnambiguous(t *testing.T) {
	for _, r := range translated() {
		rows := map[string]timeline.Tool{}
		for _, row := range tools(r) {
			for _, name := range append([]string{row.Name}, row.Former...) {
				if other, ok := rows[name]; ok && other != row.Tool && row.Note == "" {
					t.Errorf("%s: %s is %s and %s, and no note says when", r.Info().Name, name, other, row.Tool)
				}
				rows[name] = row.Tool
			}
			seen := map[string]bool{}
			for _, a := range row.Arguments {
				if seen[a.Native] {
					t.Errorf("%s: %s names its argument %s twice", r.Info().Name, row.Name, a.Native)
				}
				seen[a.Native] = true
			}
		}
	}
}

// TestEveryFormatSaysByWhatItIsKnown checks that the error for a file of no known format lists what was searched for.
func TestEveryFormatSaysByWhatItIsKnown(t *testing.T) {
	for _, r := range adapters.Readers() {
		if r.Info().Signature == "" {
			t.Errorf("%s has no sign", r.Info().Name)
		}
	}
}

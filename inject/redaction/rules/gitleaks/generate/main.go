// Command generate writes the table of gitleaks' rules from its module.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/zricethezav/gitleaks/v8/config"
)

func main() {
	output := flag.String("o", "table.go", "the `FILE` to write")
	flag.Parse()
	content, err := table()
	if err == nil {
		err = os.WriteFile(*output, content, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// table returns the Go source of the table. Rules for certain files, and those without a word to look for, are not in
// it.
func table() ([]byte, error) {
	var file config.ViperConfig // the type's name: viper is not needed to read it
	if _, err := toml.Decode(config.DefaultConfig, &file); err != nil {
		return nil, err
	}
	read, err := file.Translate()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(
		"// Code generated from github.com/zricethezav/gitleaks/v8/config (MIT License, see LICENSE). DO NOT EDIT.\n\npackage gitleaks\n\n")
	b.WriteString("// Allowlists say what is no secret whatever the rule.\nvar Allowlists = ")
	writeAllowlists(&b, read.Allowlists)
	b.WriteString("\n\n// Rules are the rules, in the order of their names.\nvar Rules = []Rule{\n")
	for _, id := range read.OrderedRules {
		if r := read.Rules[id]; r.Regex != nil && r.Path == nil && len(r.Keywords) > 0 {
			writeRule(&b, r)
		}
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

func writeRule(b *bytes.Buffer, r config.Rule) {
	fmt.Fprintf(b, "{ID: %q, Expression: %s,\n", r.RuleID, quoted(r.Regex.String()))
	if r.SecretGroup != 0 {
		fmt.Fprintf(b, "Group: %d,\n", r.SecretGroup)
	}
	if r.Entropy != 0 {
		fmt.Fprintf(b, "Entropy: %v,\n", r.Entropy)
	}
	fmt.Fprintf(b, "Keywords: %#v,\n", r.Keywords)
	if isPair(r) {
		b.WriteString("IsPair: true,\n")
	} else if n := solid(r.Regex.String()); n > 0 {
		fmt.Fprintf(b, "Run: %d,\n", n)
	}
	if len(r.Allowlists) > 0 {
		b.WriteString("Allowlists: ")
		writeAllowlists(b, r.Allowlists)
		b.WriteString(",\n")
	}
	b.WriteString("},\n")
}

func writeAllowlists(b *bytes.Buffer, lists []*config.Allowlist) {
	b.WriteString("[]Allowlist{\n")
	for _, list := range lists {
		b.WriteString("{\n")
		if list.MatchCondition == config.AllowlistMatchAnd {
			b.WriteString("All: true,\n")
		}
		if list.RegexTarget != "" {
			fmt.Fprintf(b, "Target: %q,\n", list.RegexTarget)
		}
		var expressions []string
		for _, one := range list.Regexes {
			expressions = append(expressions, one.String())
		}
		if len(expressions) > 0 {
			fmt.Fprintf(b, "Expression: %s,\n", quoted("(?:"+strings.Join(expressions, "|")+")"))
		}
		if len(list.StopWords) > 0 {
			fmt.Fprintf(b, "StopWords: %#v,\n", slices.Sorted(slices.Values(list.StopWords)))
		}
		if len(list.Paths)+len(list.Commits) > 0 {
			b.WriteString("NamesPlaces: true,\n")
		}
		b.WriteString("},\n")
	}
	b.WriteString("}")
}

// quoted returns an expression as Go has it, with as few backslashes as it can.
func quoted(expression string) string {
	if strings.Contains(expression, "`") {
		return fmt.Sprintf("%q", expression)
	}
	return "`" + expression + "`"
}

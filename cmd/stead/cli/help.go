package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
)

// widestHelp is how wide lines of help are at most, and where nothing says how wide they can be.
const widestHelp = 80

// layOutHelp fits the help of all commands into the terminal.
func layOutHelp(t *term.Terminal, root *cobra.Command) {
	width := widestHelp
	if terminal := t.Out.Width(); terminal > 0 {
		width = min(width, terminal)
	}
	cobra.AddTemplateFunc("paragraphs", func(text string) string { return paragraphs(text, width) })
	root.SetHelpTemplate(strings.Replace(root.HelpTemplate(), ". | trimTrailingWhitespaces",
		". | trimTrailingWhitespaces | paragraphs", 1))
	usage := strings.ReplaceAll(root.UsageTemplate(), "FlagUsages |", "FlagUsagesWrapped "+strconv.Itoa(width)+" |")
	cobra.AddTemplateFunc("takesReference", takesReference)
	root.SetUsageTemplate(usage + `{{if takesReference .}}` + references + `{{end}}`)
}

// takesReference reports whether a command takes a session, as an argument or by --from.
func takesReference(c *cobra.Command) bool {
	from := c.Flags().Lookup("from")
	isIn := func(word string) bool { return strings.Contains(c.Use, word) }
	return !c.HasParent() || slices.ContainsFunc([]string{"REFERENCE", "SESSION", "FORK"}, isIn) || from != nil &&
		strings.Contains(from.Usage, "SESSION")
}

// paragraphs breaks the lines of a text anew. Indented lines stay as they are.
func paragraphs(text string, width int) string {
	var laidOut []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(paragraph, " ") {
			laidOut = append(laidOut, paragraph)
			continue
		}
		prose, block := paragraph, ""
		if at := strings.Index(paragraph, "\n "); at >= 0 {
			prose, block = paragraph[:at], paragraph[at:]
		}
		laidOut = append(laidOut, plain.Wrap(strings.Join(strings.Fields(prose), " "), width)+block)
	}
	return strings.Join(laidOut, "\n\n")
}

package cli

import (
	"fmt"
	"strings"

	"stead/writers"
)

// contextLines says how much arrives of what the source's model knew, and of which kinds not all does.
func contextLines(m writers.Measure) []string {
	known, arrives := m.Known.Sum(), m.Arrives.Sum()
	if known.Items == 0 {
		return nil
	}
	line := fmt.Sprintf("context    %d of %d items arrive, %s of their characters", arrives.Items, known.Items, share(arrives.Characters, known.Characters))
	if missing := m.Missing(); len(missing) > 0 {
		line += "; not " + listOf(missing)
	}
	lines := []string{line}
	if rebuilt := m.Rebuilt.Sum(); rebuilt.Items > 0 {
		lines = append(lines, "rebuilt    the new CLI tells its model by itself: "+listOf(m.Rebuilt))
	}
	return lines
}

// share is a part in percent. What is less than the whole is never rounded up to it.
func share(part, whole int64) string {
	if part >= whole {
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", min(99.9, 100*float64(part)/float64(whole)))
}

func listOf(a writers.Amounts) string {
	var parts []string
	for _, kind := range a.Kinds() {
		part := string(kind)
		if n := a[kind].Items; n > 0 {
			part = fmt.Sprintf("%s (%d)", kind, n)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

package cli

import (
	"fmt"
	"strings"

	"stead/internal/sys/lazy"
)

// wrongCount is how cobra says that there are too many or too few arguments (its args.go, 1.10).
var wrongCount = lazy.Regexp(`^(accepts at most|accepts|requires at least) (\d+) arg\(s\), (?:only )?received (\d+)$`)

// noUnit is how Go's time.ParseDuration says that a number has no unit.
var noUnit = lazy.Regexp(`^invalid argument "[^"]*" for "([^"]*)" flag: time: missing unit in duration "([^"]*)"$`)

// together is how cobra says that flags exclude each other (its flag_groups.go, 1.10).
var together = lazy.Regexp(
	`^if any flags in the group \[[^]]*\] are set none of the others can be; \[([^]]*)\] were all set$`)

// inPlainWords says what the libraries say about a command line as the rest of stead would.
func inPlainWords(err error) error {
	if m := wrongCount().FindStringSubmatch(err.Error()); m != nil {
		few := map[string]string{"accepts at most": "at most ", "requires at least": "at least "}[m[1]]
		return fmt.Errorf("%s, but this command takes %s%s", arguments(m[3]), few, m[2])
	}
	if m := noUnit().FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("%s %s: the unit is missing: write %[2]ss, %[2]sm or %[2]sh", m[1], m[2])
	}
	if m := together().FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("--%s exclude each other: use one of them", strings.Join(strings.Fields(m[1]), " and --"))
	}
	return err
}

func arguments(count string) string {
	switch count {
	case "0":
		return "no argument was given"
	case "1":
		return "1 argument was given"
	}
	return count + " arguments were given"
}

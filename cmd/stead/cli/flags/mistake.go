package flags

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/failure"
)

// Explain makes a command and its subcommands report mistakes in the flags of a command line in stead's words, as usage
// errors.
func Explain(c *cobra.Command) {
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return failure.Usage(explained(err)) })
	c.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return check(c) }
}

// explained converts an error of the library.
func explained(err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var odd *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return fmt.Errorf("unknown flag: -%s", unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		return fmt.Errorf("unknown flag: --%s", unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		return fmt.Errorf("--%s needs a value: %s", missing.GetFlag().Name, written(missing.GetFlag()))
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s %s", invalid.GetFlag().Name, wrong(invalid))
	case errors.As(err, &odd):
		return fmt.Errorf("%s is no flag", odd.GetSpecifiedFlag())
	}
	return err
}

// wrong returns what is wrong with the value of a flag, and what to write.
func wrong(e *pflag.InvalidValueError) string {
	value, number := e.GetValue(), (*strconv.NumError)(nil)
	isNumber := errors.As(e.Unwrap(), &number)
	switch kind := e.GetFlag().Value.Type(); {
	case kind == "duration" && isCount(value):
		return fmt.Sprintf("%s: the unit is missing: write %[1]ss, %[1]sm or %[1]sh", value)
	case kind == "duration":
		return value + ": this is no duration, such as 90s, 5m or 2h"
	case kind == "bool":
		return value + ": write true or false"
	case isNumber && errors.Is(number, strconv.ErrRange):
		return value + ": the number is too large"
	case isNumber && strings.HasPrefix(kind, "float"):
		return value + ": this is no number"
	case isNumber:
		return value + ": this is no whole number"
	}
	return fmt.Sprintf("%s: %v", value, e.Unwrap())
}

func isCount(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// written returns a flag with the word that its help uses for the value.
func written(f *pflag.Flag) string {
	word, _ := pflag.UnquoteUsage(f)
	return "--" + f.Name + " " + word
}

// excluding is the annotation of a command that holds groups of flags, the names of each group on one line.
const excluding = "flags that exclude each other"

// Exclude says that only one of some flags may be given. The completion does not propose the others.
func Exclude(c *cobra.Command, names ...string) {
	c.MarkFlagsMutuallyExclusive(names...)
	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[excluding] += strings.Join(names, " ") + "\n"
}

// check finds mistakes before cobra does, and reports them in terms of flags.
func check(c *cobra.Command) (err error) {
	for group := range strings.Lines(c.Annotations[excluding]) {
		isLeftOut := func(name string) bool { return !c.Flags().Changed(name) }
		if given := slices.DeleteFunc(strings.Fields(group), isLeftOut); len(given) > 1 {
			return failure.Usagef("--%s exclude each other: use one of them", strings.Join(given, " and --"))
		}
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[cobra.BashCompOneRequiredFlag] != nil && !f.Changed {
			err = failure.Usagef("%s needs %s", verb(c), written(f))
		}
	})
	return err
}

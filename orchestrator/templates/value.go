package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stead/internal/term/plain"
)

// Type says which values a variable accepts.
type Type string

// The types.
const (
	// Text is any text.
	Text Type = "text"
	// Number is a decimal number, with a point or without.
	Number Type = "number"
	// Bool is yes or no.
	Bool Type = "bool"
	// Choice is one of the variable's choices.
	Choice Type = "choice"
	// Path is the path of a file or a folder.
	Path Type = "path"
	// Lines is a list, a line each.
	Lines Type = "lines"
)

var types = []Type{Text, Number, Bool, Choice, Path, Lines}

// List is a value of several lines. It prints as these lines, and a body can range over it.
type List []string

// String returns the lines.
func (l List) String() string { return strings.Join(l, "\n") }

// Check returns an error, which wraps ErrValue, for a text that is not a value of the variable.
func (v Variable) Check(text string) error {
	if text == "" && v.Required {
		return v.missing()
	}
	_, err := v.parse(text)
	return err
}

func (v Variable) missing() error {
	return valueError(fmt.Sprintf("%s is missing: %s", v.Name, v.Purpose()))
}

// parse returns a value in the form for the body: a string, an int64, a float64, a bool or a [List]. Errors wrap
// ErrValue.
func (v Variable) parse(text string) (any, error) {
	switch v.Type {
	case Number:
		return v.number(text)
	case Bool:
		return v.yes(text)
	case Choice:
		return v.choose(text)
	case Lines:
		return lines(text), nil
	case Path:
		if strings.ContainsRune(text, 0) {
			return nil, v.wrong("a path cannot contain a zero byte")
		}
	}
	return text, nil
}

func (v Variable) number(text string) (any, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, v.wrong("%q is not a number", text)
	}
	return n, nil
}

func (v Variable) yes(text string) (any, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "yes", "y", "true", "on", "1":
		return true, nil
	case "no", "n", "false", "off", "0", "":
		return false, nil
	}
	return nil, v.wrong("%q is neither yes nor no", text)
}

func (v Variable) choose(text string) (any, error) {
	if text == "" || slices.Contains(v.Choices, text) {
		return text, nil
	}
	problem := fmt.Sprintf("%q is not one of %s", text, strings.Join(v.Choices, ", "))
	if meant, ok := plain.Nearest(text, v.Choices); ok {
		problem += fmt.Sprintf(": did you mean %s?", meant)
	}
	return nil, v.wrong("%s", problem)
}

func (v Variable) wrong(format string, arguments ...any) error {
	return valueError(v.Name + ": " + fmt.Sprintf(format, arguments...))
}

// lines returns the lines of a text without trailing empty ones.
func lines(text string) List {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// values returns the value of each variable, by name. Given are the user's values. Ask is called for required values
// that are missing; it is nil if no user can be asked.
func (t Template) values(given map[string]string, ask func(Variable) (string, error)) (map[string]any, error) {
	if err := t.refuseUnknown(given); err != nil {
		return nil, err
	}
	values := make(map[string]any, len(t.Variables)+len(t.Inputs))
	for _, v := range t.Variables {
		text, ok := given[v.Name]
		if !ok {
			text = v.Default
		}
		if text == "" && v.Required {
			if ask == nil {
				return nil, v.missing()
			}
			var err error
			if text, err = ask(v); err != nil {
				return nil, fmt.Errorf("ask for %s: %w", v.Name, err)
			}
		}
		value, err := v.parse(text)
		if err != nil {
			return nil, err
		}
		values[v.Name] = value
	}
	return values, nil
}

// Accepts returns an error, which wraps ErrValue, for values with which the template could not be rendered, and for
// missing ones. An open value is not known yet, and may be any.
func (t Template) Accepts(given map[string]string, open func(value string) bool) error {
	if err := t.refuseUnknown(given); err != nil {
		return err
	}
	for _, v := range t.Variables {
		text, ok := given[v.Name]
		switch {
		case ok && open(text):
			continue
		case !ok:
			text = v.Default
		}
		if err := v.Check(text); err != nil {
			return err
		}
	}
	return nil
}

// Purpose returns what the variable is for, or at least what it accepts.
func (v Variable) Purpose() string {
	switch {
	case v.Description != "":
		return v.Description
	case len(v.Choices) > 0:
		return "one of " + strings.Join(v.Choices, ", ")
	}
	return "a value of type " + string(v.Type)
}

// refuseUnknown returns an error for a value that has no variable.
func (t Template) refuseUnknown(given map[string]string) error {
	for name := range given {
		if slices.ContainsFunc(t.Variables, func(v Variable) bool { return v.Name == name }) {
			continue
		}
		problem := "it takes none"
		if known := t.names(); len(known) > 0 {
			problem = "it takes " + strings.Join(known, ", ")
			if meant, ok := plain.Nearest(name, known); ok {
				problem = "did you mean " + meant + "?"
			}
		}
		return valueError(fmt.Sprintf("template %s has no variable %q: %s", t.Name, name, problem))
	}
	return nil
}

// names returns the names of the variables.
func (t Template) names() []string {
	var names []string
	for _, v := range t.Variables {
		names = append(names, v.Name)
	}
	return names
}

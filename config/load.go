package config

import (
	"slices"
	"strings"

	"github.com/spf13/viper"

	"stead/internal/tilde"
)

// Input is where the configuration comes from, and what is allowed in it.
type Input struct {
	// Home is the user's home folder.
	Home string
	// Environ is the environment, each NAME=value.
	Environ []string
	// Flags are the settings that the command line gives, by key.
	Flags map[string]string
	// CLIs are the names of the CLIs that there are.
	CLIs []string
	// Checks say what is wrong with the value of a setting, by key.
	Checks map[string]func(value string) error
}

// Load reads the configuration. A file that does not exist sets nothing. The error is an [Error].
func Load(in Input) (Config, error) {
	folders, err := Locate(in)
	if err != nil {
		return Config{}, err
	}
	file, err := in.readFile(folders.File())
	if err != nil {
		return Config{}, err
	}
	variables, err := in.readEnviron()
	if err != nil {
		return Config{}, err
	}
	return in.merge(folders, file, variables, in.readFlags())
}

// merge lays the layers over the defaults, each over the ones before it.
func (in Input) merge(folders Folders, layers ...layer) (Config, error) {
	merged := viper.New()
	c := Config{Folders: folders, CLI: map[string]CLI{}}
	for _, k := range in.all() {
		merged.SetDefault(k.key, k.fallback)
		at := placed{origin: byDefault}
		for _, l := range layers {
			if p, ok := l[k.key]; ok {
				at = p
				merged.Set(k.key, p.value)
			}
		}
		value, err := in.settle(k, merged)
		if err != nil {
			return Config{}, &Error{Origin: at.origin, Key: k.key, Problem: err.Error()}
		}
		merged.Set(k.key, value)
		c.settings = append(c.settings, Setting{Key: k.key, Value: value, Origin: at.origin})
	}
	return c, merged.Unmarshal(&c)
}

// settle returns the setting's value in its type, checked.
func (in Input) settle(k known, merged *viper.Viper) (any, error) {
	if !k.kind.isList() {
		return in.check(k, merged.GetString(k.key))
	}
	items := slices.Clone(merged.GetStringSlice(k.key))
	for i, item := range items {
		if k.kind == command && i == 0 {
			item = tilde.Expand(item, in.Home)
		}
		checked, err := in.check(k, item)
		if err != nil {
			return nil, err
		}
		items[i] = checked
	}
	return items, nil
}

// eventPrefix begins the variables that a command of the user's gets with a notification. Such a command may call stead.
const eventPrefix = "STEAD_EVENT_"

// readEnviron returns what the environment sets. A variable of stead's that sets nothing is an error, as it is in the file.
func (in Input) readEnviron() (layer, error) {
	all := in.all()
	names := []string{"STEAD_HOME"}
	for _, k := range all {
		names = append(names, k.variable())
	}
	found := layer{}
	for _, variable := range in.Environ {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "STEAD_") || strings.HasPrefix(name, eventPrefix) {
			continue
		}
		at := slices.Index(names, name)
		if at < 0 {
			return nil, unknown("the environment", name, names)
		}
		if at > 0 && value != "" {
			found[all[at-1].key] = placed{all[at-1].parse(value), name}
		}
	}
	return found, nil
}

// parse reads a value that is one string. The items of a list stand on a line each, or between blanks when there is one line.
func (k known) parse(value string) any {
	if !k.kind.isList() {
		return value
	}
	if strings.Contains(value, "\n") {
		return strings.Split(strings.Trim(value, "\n"), "\n")
	}
	return strings.Fields(value)
}

func (in Input) readFlags() layer {
	found := layer{}
	for key, value := range in.Flags {
		if k, ok := in.find(key); ok {
			found[k.key] = placed{k.parse(value), "--" + key}
		}
	}
	return found
}

func (in Input) getenv(name string) string {
	for _, variable := range slices.Backward(in.Environ) {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}

package templates

import (
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// The values that a key of front matter may have. Each function returns a reader that stores the value.

func (f front) text(to *string) func(string, *yaml.Node) error {
	return func(key string, node *yaml.Node) error {
		if node.Kind != yaml.ScalarNode {
			return f.wrong(node, key, "", "expected text")
		}
		if node.Tag != "!!null" {
			*to = node.Value
		}
		return nil
	}
}

func (f front) flag(to *bool) func(string, *yaml.Node) error {
	return func(key string, node *yaml.Node) error {
		if node.Decode(to) != nil {
			return f.wrong(node, key, "", "%q is neither true nor false", node.Value)
		}
		return nil
	}
}

func (f front) duration(to *time.Duration) func(string, *yaml.Node) error {
	return func(key string, node *yaml.Node) (err error) {
		if *to, err = time.ParseDuration(node.Value); err != nil || *to <= 0 {
			return f.wrong(node, key, "a time is 30s, 2m or the like", "%q is not a time", node.Value)
		}
		return nil
	}
}

func (f front) choices(to *[]string) func(string, *yaml.Node) error {
	return func(key string, node *yaml.Node) error {
		if node.Kind != yaml.SequenceNode || node.Decode(to) != nil {
			return f.wrong(node, key, "", "expected a list: [one, other]")
		}
		return nil
	}
}

// list reads a text, or a list as lines of text.
func (f front) list(to *string) func(string, *yaml.Node) error {
	return func(key string, node *yaml.Node) error {
		if node.Kind != yaml.SequenceNode {
			return f.text(to)(key, node)
		}
		var all []string
		if err := f.choices(&all)(key, node); err != nil {
			return err
		}
		*to = strings.Join(all, "\n")
		return nil
	}
}

package memory

import (
	"stead/catalog/memory/knowledge"
	"stead/catalog/memory/optional/model"
	"stead/cmd/stead/cli/setup"
)

// improverOf returns the model that improves the findings of the rules, or nil unless the user has configured one.
func improverOf(s *setup.Setup) (knowledge.Improver, error) {
	e := s.Config.Memory.Model
	if e.URL == "" {
		return nil, nil
	}
	c, err := s.Endpoint("memory.model", e)
	if err != nil {
		return nil, err
	}
	return model.NewImprover(c, model.ImproverOptions{}), nil
}

package model

import (
	"context"
	"errors"
	"fmt"

	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
)

// Question is a question that a run asks its user.
type Question = active.Question

// GiveAnswer holds the answer to a question.
type GiveAnswer struct {
	Question string `json:"question" minLength:"1" maxLength:"300" doc:"the id of the question: an answer to another one is refused"`
	Option   string `json:"option" minLength:"1" maxLength:"50" doc:"the name of one of its options" example:"allow"`
}

// Question returns the question that a run asks now. Errors: runs.ErrNotFound, runs.ErrAmbiguous, questions.ErrNone,
// and those of the file system.
func (rs Records) Question(name string) (Question, error) {
	r, err := rs.options.Runs.Find(name)
	if err != nil {
		return Question{}, err
	}
	return active.QuestionOf(r)
}

// Answer answers a run's question, and returns the answer that its CLI got. Errors: those of [active.Runs.Reach] and
// [active.Answer], and errors that wrap ErrQuery for an answer that the CLI does not offer. The former wrap ErrState if
// the question already has its answer, is no longer asked, or cannot be answered from here.
func (a Actor) Answer(ctx context.Context, name string, choice signals.Choice) (signals.Answer, error) {
	r, client, err := a.options.Acts.Active.Reach(name)
	if err != nil {
		return signals.Answer{}, ofState(err)
	}
	defer client.Close()
	answer, err := active.Answer(ctx, client, r, choice)
	if wrong := (*questions.OptionError)(nil); errors.As(err, &wrong) {
		return answer, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	return answer, ofState(err)
}

// isUnanswerable reports whether err says that a question cannot be answered, or no longer.
func isUnanswerable(err error) bool {
	var answered *questions.AnsweredError
	var unknown *questions.UnknownError
	return errors.As(err, &answered) || errors.As(err, &unknown) || errors.Is(err, questions.ErrNotOffered) ||
		errors.Is(err, questions.ErrHeadless)
}

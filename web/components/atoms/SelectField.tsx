import { Icon } from './Icon.tsx'

export interface SelectFieldProps {
  label: string
  value: string
  /** Values and their texts, in order. */
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

/** A small field with one of several values, as a plain element: it looks like MUI's. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <div className="field select-field">
      <span className="field-label" aria-hidden>
        {label}
      </span>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="choices" />
      {/* The border, with a gap for the label. */}
      <fieldset className="field-edge" aria-hidden>
        <legend>{label}</legend>
      </fieldset>
    </div>
  )
}

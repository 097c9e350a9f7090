import { Component, type ReactNode } from 'react';

interface CatchProps {
  /** A failed screen is tried afresh once the person goes elsewhere. */
  readonly path: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows `fallback` in the place of what fails while it is drawn. */
export class Catch extends Component<CatchProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: CatchProps) {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen failed', error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

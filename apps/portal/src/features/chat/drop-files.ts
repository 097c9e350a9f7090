import { type DragEvent, useRef, useState } from 'react';

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** What an element does with files that are dragged over it; undefined `onFiles`: it takes none, and the browser opens none instead. */
export function useDroppedFiles(onFiles: ((files: Iterable<File>) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  /** The drag enters and leaves each element inside as well. */
  const depth = useRef(0);
  const move = (event: DragEvent, by: 1 | -1) => {
    if (!holdsFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(onFiles !== undefined && depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => move(event, 1),
      onDragLeave: (event: DragEvent) => move(event, -1),
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = onFiles ? 'copy' : 'none';
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles?.(event.dataTransfer.files);
      },
    },
  };
}
